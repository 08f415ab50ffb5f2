'use client';

import { QueueLink } from '#/components/corrections/queue-link.tsx';
import { dayIn } from '#/lib/client/calendar/calendar.ts';
import { formatDifference, shortDay } from '#/lib/client/corrections/format-correction.ts';
import { useTimeStyle, useToday } from '#/lib/client/live/use-live.tsx';
import { formatWhen } from '#/lib/client/time/format-time.ts';
import type { ListedCorrectionJson } from '#/lib/tracking/corrections/correction-schemas.ts';

type Props = {
  correction: ListedCorrectionJson;
  nameOf: (userId: string | null) => string;
  openId: string | null;
  onOpen: (id: string) => void;
};

/** A correction: whose time, by how much, by whom and when. */
export function CorrectedItem({ correction, nameOf, openId, onOpen }: Props) {
  const style = useTimeStyle();
  const today = useToday();
  const { first, timers, created_by, created_at, reverts_id, reverted_by } = correction;
  if (!first) return null;
  const day = shortDay(dayIn(style, Date.parse(first.started_at)), today.slice(0, 4));
  const more = timers > 1 ? ` and ${timers - 1} more` : '';
  const when = formatWhen(Date.parse(created_at), style, today);
  const state = reverted_by ? ', reverted' : reverts_id ? ', a revert' : '';
  return (
    <QueueLink
      timerId={first.timer_id}
      icon={reverts_id ? 'retry' : 'check'}
      title={nameOf(first.user_id)}
      figure={<span className="text-text-3">{formatDifference(first.before_ms, first.after_ms) ?? 'changed'}</span>}
      lines={[`${day}, ${first.label || 'without a title'}${more}`, `By ${nameOf(created_by)}, ${when}${state}`]}
      isOpen={openId === first.timer_id}
      onOpen={onOpen}
    />
  );
}
