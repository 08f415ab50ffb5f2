import type { WakeupHandlers } from '#/lib/engine/wakeups/fire-wakeups.ts';
import { advancePhase } from '#/lib/tracking/cycles/advance-phase.ts';
import { completeTimer } from '#/lib/tracking/deadlines/complete-timer.ts';
import { CAP_WAKEUP, NUDGE_WAKEUP, PHASE_WAKEUP } from '#/lib/tracking/deadlines/timer-wakeups.ts';
import { askIfWorking } from '#/lib/tracking/questions/ask-if-working.ts';

/** Which verb each kind of wake-up calls. The engine knows kinds, the verbs know timers. */
export const HANDLERS: WakeupHandlers = {
  [CAP_WAKEUP]: completeTimer,
  [NUDGE_WAKEUP]: askIfWorking,
  [PHASE_WAKEUP]: advancePhase,
};
