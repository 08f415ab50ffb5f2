'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { type ReactNode, useState } from 'react';
import { BranchIcon } from '#/components/ui/branch-icon.tsx';
import { Button } from '#/components/ui/button.tsx';
import { useLive, useMe } from '#/lib/client/live/use-live.tsx';
import { wholeLength } from '#/lib/client/time/format-time.ts';
import { TIMERS_KEY } from '#/lib/client/timers/timer-keys.ts';
import { SECOND_MS } from '#/lib/core/duration.ts';
import type { TimerListJson } from '#/lib/tracking/timers/timer-schemas.ts';

const HIDDEN_KEY = 'how_it_keeps_time';

/** Three drawings for people who have tracked nothing yet, until they are hidden. Shown if no timer is listed. */
export function HowItKeepsTime() {
  const [isHidden, setHidden] = useState(readHidden);
  const { cap_seconds: capSeconds } = useMe().workspace;
  const isBeginner = useHasNoDiscarded();
  if (isHidden || !isBeginner) return null;
  const hide = () => {
    setHidden(true);
    writeHidden();
  };
  return (
    <>
      <section aria-labelledby="how" className="border-t border-line pt-6">
        <div className="flex h-6 items-center justify-between">
          <h2 id="how" className="font-semibold">
            How it keeps time
          </h2>
          <Button variant="ghost" size="sm" onClick={hide}>
            Hide
          </Button>
        </div>
        <div className="grid gap-8 pt-4 md:grid-cols-3">
          <Illustration
            title="One timer at a time"
            text="Starting another stops the current one. Pauses are kept, so you see where every minute went."
          >
            <rect x="8" y="12" width="70" height="16" rx="2" fill="var(--span)" />
            <rect x="110" y="12" width="84" height="16" rx="2" fill="var(--accent)" />
            <path d="M78 20h32" stroke="var(--span-edge)" strokeWidth="1.5" strokeDasharray="1.5 3" />
          </Illustration>
          <Illustration
            title="Close the lid"
            text="The server counts, not this tab. Sleep, crash, or switch laptops: the timer keeps running."
          >
            <rect x="8" y="12" width="180" height="16" rx="2" fill="var(--accent)" />
            <path d="M70 6v28M130 6v28" stroke="var(--text-2)" strokeWidth="1.5" strokeDasharray="3 3" />
            <text x="100" y="24" textAnchor="middle" fontSize="11" fontWeight="500" fill="var(--on-accent)">
              lid closed
            </text>
          </Illustration>
          <Illustration
            title="Forgot to stop?"
            text={`At ${wholeLength(capSeconds * SECOND_MS)} of work the timer stops automatically and is marked for review.`}
          >
            <rect x="8" y="12" width="150" height="16" rx="2" fill="var(--span)" />
            <rect x="158.5" y="12.5" width="73" height="15" rx="2" stroke="var(--span-edge)" strokeDasharray="3 3" />
            <path d="M158 6v28" stroke="var(--accent)" strokeWidth="2" />
          </Illustration>
        </div>
      </section>
      <p className="mt-8 flex items-center gap-2 border-t border-line py-4 text-text-2">
        <BranchIcon className="text-text-3" />
        <span>
          <Link prefetch={false} href="/import" className="underline">
            Import your time
          </Link>{' '}
          from another tracker, or just type a title.
        </span>
      </p>
    </>
  );
}

/** Whether the server confirms it: lists leave out discarded timers, and a person with one has tracked before. */
function useHasNoDiscarded(): boolean {
  const { http } = useLive();
  const { data, isFetchedAfterMount } = useQuery({
    queryKey: [...TIMERS_KEY, 'discarded'],
    queryFn: ({ signal }) => http.send<TimerListJson>('/timers?status=discarded&limit=1', { signal }),
    staleTime: 0,
  });
  // Older data may be from before the last one was discarded.
  return isFetchedAfterMount && data?.timers.length === 0;
}

function Illustration({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <div>
      <svg viewBox="0 0 240 40" aria-hidden="true" fill="none" className="mb-4 h-auto w-60 max-w-full">
        <path d="M0 .5h240M0 39.5h240" stroke="var(--line)" />
        {children}
      </svg>
      <h3 className="mb-1 font-semibold">{title}</h3>
      <p className="max-w-80 text-text-2">{text}</p>
    </div>
  );
}

function readHidden(): boolean {
  try {
    return typeof window !== 'undefined' && localStorage.getItem(HIDDEN_KEY) === 'hidden';
  } catch {
    return false;
  }
}

function writeHidden(): void {
  try {
    localStorage.setItem(HIDDEN_KEY, 'hidden');
  } catch {
    // Blocked storage: hidden for this visit.
  }
}
