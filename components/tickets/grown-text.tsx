'use client';

import { useCallback } from 'react';
import { formatTicketTime, grownMs } from '#/components/tickets/format-ticket.ts';
import { LiveText } from '#/components/ui/live-text.tsx';

type Props = { ms: number; running: number; answeredAt: number; className?: string };

/** A length; while timers run on it, its digits as they turn. */
export function GrownText({ ms, running, answeredAt, className }: Props) {
  const text = useCallback(
    (now: number) => formatTicketTime(grownMs(ms, { running }, answeredAt, now), true),
    [ms, running, answeredAt],
  );
  if (running === 0) return <span className={className}>{formatTicketTime(ms, false)}</span>;
  return <LiveText text={text} phase={answeredAt - ms} className={className} />;
}
