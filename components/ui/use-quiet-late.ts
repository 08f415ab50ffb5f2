'use client';

import { startTransition, useEffect, useState } from 'react';
import { useIsOffline } from '#/lib/client/live/use-live.tsx';
import type { Late } from '#/lib/client/offline/late.ts';
import { whenIdle } from '#/lib/client/page/idle-queue.ts';
import { SECOND_MS } from '#/lib/core/duration.ts';

const AGAIN_MS = 5 * SECOND_MS;

/** As `useLate`, for parts that were not requested: a failed load shows no toast and is retried. */
export function useQuietLate<T>(late: Late<T>, isWanted: boolean): T | null {
  const isOffline = useIsOffline();
  const [, setLoaded] = useState(late.loaded() !== null);
  useEffect(() => {
    if (isWanted || late.loaded()) return;
    return whenIdle.add(() => late.get());
  }, [late, isWanted]);
  useEffect(() => {
    if (!isWanted || isOffline || late.loaded()) return;
    let isOver = false;
    let again: ReturnType<typeof setTimeout> | undefined;
    const fetch = () =>
      late.get().then(
        () => !isOver && startTransition(() => setLoaded(true)),
        () => {
          if (!isOver) again = setTimeout(fetch, AGAIN_MS);
        },
      );
    void fetch();
    return () => {
      isOver = true;
      clearTimeout(again);
    };
  }, [late, isWanted, isOffline]);
  return late.loaded();
}
