'use client';

import type { ReactNode } from 'react';
import { StateLabel } from '#/components/ui/state-label.tsx';
import { useServerNow } from '#/lib/client/live/use-live.tsx';
import { formatDuration } from '#/lib/client/time/format-time.ts';
import { SECOND_MS } from '#/lib/core/duration.ts';

/** Two missing responses are no coincidence. */
const STALE_TURNS = 2.5;
const TURN_MS = 5 * SECOND_MS;

type LastHeardProps = { at: string | undefined; everyMs: number; children: ReactNode };

/** Next to its children: the time of the last response, once figures polled this often are older than that. */
export function StaleNotice({ at, everyMs, children }: LastHeardProps) {
  const now = useServerNow(TURN_MS);
  const ageMs = at ? now - Date.parse(at) : 0;
  const isStale = ageMs >= STALE_TURNS * everyMs;
  return (
    <>
      <span role="status">
        {isStale && (
          <StateLabel icon="offline" tone="warn">
            Last update {formatDuration(ageMs)} ago
          </StateLabel>
        )}
      </span>
      {/* A phone has room for only one of them. */}
      <div className={isStale ? 'max-md:hidden' : undefined}>{children}</div>
    </>
  );
}
