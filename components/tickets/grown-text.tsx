'use client';

import { useCallback } from 'react';
import { formatTicketTime, liveMs } from '#/components/tickets/format-ticket.ts';
import { LiveText } from '#/components/ui/live-text.tsx';

type Props = { ms: number; running: number; respondedAt: number; className?: string };

/** A duration; while timers run on it, with live digits. */
export function LiveTicketTime({ ms, running, respondedAt, className }: Props) {
  const text = useCallback(
    (now: number) => formatTicketTime(liveMs(ms, { running }, respondedAt, now), true),
    [ms, running, respondedAt],
  );
  if (running === 0) return <span className={className}>{formatTicketTime(ms, false)}</span>;
  return <LiveText text={text} phase={respondedAt - ms} className={className} />;
}
