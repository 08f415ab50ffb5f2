'use client';

import { useCallback } from 'react';
import { figureWords, grownMs } from '#/components/tickets/ticket-words.ts';
import { LiveText } from '#/components/ui/live-text.tsx';

type Props = { ms: number; running: number; answeredAt: number; className?: string };

/** A length; while timers run on it, its digits as they turn. */
export function GrownText({ ms, running, answeredAt, className }: Props) {
  const text = useCallback(
    (now: number) => figureWords(grownMs(ms, { running }, answeredAt, now), true),
    [ms, running, answeredAt],
  );
  if (running === 0) return <span className={className}>{figureWords(ms, false)}</span>;
  return <LiveText text={text} phase={answeredAt - ms} className={className} />;
}
