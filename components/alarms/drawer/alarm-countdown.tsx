'use client';

import { useCallback } from 'react';
import { LiveText } from '#/components/ui/live-text.tsx';
import { useServerNow } from '#/lib/client/live/use-live.tsx';
import { clockDigits, formatSpokenDuration } from '#/lib/client/time/format-time.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#/lib/core/duration.ts';

/**
 * How long until it fires, on the server's clock: `0:12:38`, from a day on with the number of days first. Its
 * accessible name changes once a minute and is not announced.
 */
export function AlarmCountdown({ dueAt }: { dueAt: number }) {
  const text = useCallback((now: number) => formatLeft(dueAt - now), [dueAt]);
  const left = dueAt - useServerNow(MINUTE_MS);
  const label = left < MINUTE_MS ? 'less than a minute' : formatSpokenDuration(left);
  return (
    <div className="flex items-baseline gap-2">
      <div role="timer" aria-live="off" aria-label={`${label} until it fires`} suppressHydrationWarning>
        <LiveText text={text} phase={dueAt} className="text-2xl tracking-[-0.01em]" />
      </div>
      <span className="text-text-3">until it fires</span>
    </div>
  );
}

function formatLeft(ms: number): string {
  // Rounded up, so that it reads 0 when it is due and not a second before.
  const left = Math.max(0, Math.ceil(ms / SECOND_MS) * SECOND_MS);
  const days = Math.floor(left / DAY_MS);
  return `${days > 0 ? `${days}\u00a0d ` : ''}${clockDigits(left % DAY_MS).join('')}`;
}
