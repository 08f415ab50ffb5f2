import type { WakeupHandlers } from '#/lib/alarms/wakeups/fire-wakeups.ts';
import { CAP_WAKEUP } from '#/lib/tracking/timers/change-timer.ts';
import { completeTimer } from '#/lib/tracking/timers/complete-timer.ts';

/** Which verb each kind of wake-up calls. The engine knows kinds, the verbs know timers. */
export const HANDLERS: WakeupHandlers = { [CAP_WAKEUP]: completeTimer };
