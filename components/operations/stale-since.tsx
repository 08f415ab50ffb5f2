'use client';

import type { ReactNode } from 'react';
import { StateLabel } from '#/components/ui/state-label.tsx';
import { useServerNow } from '#/lib/client/live/use-live.tsx';
import { formatDuration } from '#/lib/client/time/format-time.ts';
import { SECOND_MS } from '#/lib/core/duration.ts';

/** Two responses that did not come are no accident. */
const STALE_TURNS = 2.5;
const TURN_MS = 5 * SECOND_MS;

type LastHeardProps = { at: string | undefined; everyMs: number; children: ReactNode };

/** Beside what it is given: since when nothing was heard, once figures that are asked for so often are older than that. */
export function StaleSince({ at, everyMs, children }: LastHeardProps) {
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
      {/* On a phone there is room for one of them. */}
      <div className={isStale ? 'max-md:hidden' : undefined}>{children}</div>
    </>
  );
}
