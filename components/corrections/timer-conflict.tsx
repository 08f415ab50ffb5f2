'use client';

import { TIMER_STATE_LABELS } from '#/components/corrections/timer-state-labels.ts';
import { ConflictNotice } from '#/components/ui/dialog/conflict-notice.tsx';
import { formatSpans } from '#/lib/client/entries/format-spans.ts';
import { formatDuration } from '#/lib/client/time/format-time.ts';
import type { TimeStyle } from '#/lib/client/time/time-style.ts';
import type { TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

type Props = {
  theirs: TimerJson;
  style: TimeStyle;
  onTake: (timer: TimerJson) => void;
  onKeep: (timer: TimerJson) => void;
};

/** Another person has changed the timer since this was begun. */
export function TimerConflict({ theirs, style, onTake, onKeep }: Props) {
  return (
    <ConflictNotice className="mt-4" onTake={() => onTake(theirs)} onKeep={() => onKeep(theirs)}>
      Someone changed this timer since you started. It is now {TIMER_STATE_LABELS[theirs.status].toLowerCase()},{' '}
      {formatSpans(theirs, style)}: {formatDuration(theirs.elapsed_ms)}.
    </ConflictNotice>
  );
}
