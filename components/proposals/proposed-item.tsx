'use client';

import { QueueLink } from '#/components/corrections/queue-link.tsx';
import { dayIn } from '#/lib/client/calendar/calendar.ts';
import { formatDifference, shortDay } from '#/lib/client/corrections/format-correction.ts';
import { useTimeStyle, useToday } from '#/lib/client/live/use-live.tsx';
import { timerName } from '#/lib/client/timers/timer-name.ts';
import type { ProposalJson } from '#/lib/tracking/proposals/proposal-schemas.ts';

type Props = { proposal: ProposalJson; name: string; isOpen: boolean; onOpen: (id: string) => void };

/** A member's proposal: of which time, by how much, and why. */
export function ProposedItem({ proposal, name, isOpen, onOpen }: Props) {
  const style = useTimeStyle();
  const year = useToday().slice(0, 4);
  const { before, after, reason, timer_id } = proposal;
  const day = shortDay(dayIn(style, Date.parse(before.started_at)), year);
  return (
    <QueueLink
      timerId={timer_id}
      icon="pencil"
      title={name}
      figure={
        <span className="text-text-3">{formatDifference(before.elapsed_ms, after.elapsed_ms) ?? 'other details'}</span>
      }
      lines={[`${day}, ${before.ticket?.key ?? timerName(before)}`, reason]}
      isOpen={isOpen}
      onOpen={onOpen}
    />
  );
}
