'use client';

import { ConflictNotice } from '#/components/ui/dialog/conflict-notice.tsx';
import { formatSpans } from '#/lib/client/entries/format-spans.ts';
import { useTimeStyle } from '#/lib/client/live/use-live.tsx';
import { formatDuration } from '#/lib/client/time/format-time.ts';
import { timerName } from '#/lib/client/timers/timer-name.ts';
import type { TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

type Props = { theirs: TimerJson; onTake: () => void; onKeep: () => void };

/** Another device has saved the entry since its form was opened. */
export function EntryConflict({ theirs, onTake, onKeep }: Props) {
  const style = useTimeStyle();
  const name = theirs.ticket && theirs.title ? `${theirs.ticket.key} ${theirs.title}` : timerName(theirs);
  const tags = theirs.tags.map((tag) => ` #${tag}`).join('');
  return (
    <ConflictNotice className="mt-2" onTake={onTake} onKeep={onKeep}>
      It was changed in another tab or on another device. It is now “{name}”{tags}, {formatSpans(theirs, style)}:{' '}
      {formatDuration(theirs.elapsed_ms)}.
    </ConflictNotice>
  );
}
