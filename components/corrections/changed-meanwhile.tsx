'use client';

import { Button } from '#/components/ui/button.tsx';
import { Notice } from '#/components/ui/notice.tsx';
import { formatDuration, formatRange } from '#/lib/client/format-time.ts';
import type { TimeStyle } from '#/lib/client/time-style.ts';
import type { TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

type Props = {
  theirs: TimerJson;
  style: TimeStyle;
  onTake: (timer: TimerJson) => void;
  onKeep: (timer: TimerJson) => void;
};

/** Somebody else has changed the timer since this was begun: both are there, and nothing is overwritten unseen. */
export function ChangedMeanwhile({ theirs, style, onTake, onKeep }: Props) {
  const spans = theirs.spans.map(({ started_at: from, ended_at: to }) =>
    formatRange(Date.parse(from), to === null ? null : Date.parse(to), style),
  );
  const shown = spans.length > 4 ? [...spans.slice(0, 4), `and ${spans.length - 4} more`] : spans;
  return (
    <Notice
      tone="warn"
      className="mt-4 max-md:flex-wrap"
      action={
        <div className="flex gap-2">
          <Button size="sm" onClick={() => onTake(theirs)}>
            Take theirs
          </Button>
          <Button size="sm" onClick={() => onKeep(theirs)}>
            Keep yours
          </Button>
        </div>
      }
    >
      Someone changed this timer since you started. It is now {theirs.status}, {shown.join(', ')}:{' '}
      {formatDuration(theirs.elapsed_ms)}. What you have typed is still here.
    </Notice>
  );
}
