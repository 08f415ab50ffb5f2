'use client';

import { startTransition, useEffect, useState } from 'react';
import { useIsOffline } from '#/lib/client/live/use-live.tsx';
import type { LazyModule } from '#/lib/client/offline/lazy-module.ts';
import { whenIdle } from '#/lib/client/page/idle-queue.ts';
import { SECOND_MS } from '#/lib/core/duration.ts';

const AGAIN_MS = 5 * SECOND_MS;

/** As `useLazyModule`, for parts that were not requested: a failed load shows no toast and is retried. */
export function useQuietLazyModule<T>(module: LazyModule<T>, isWanted: boolean): T | null {
  const isOffline = useIsOffline();
  const [, setLoaded] = useState(module.loaded() !== null);
  useEffect(() => {
    if (isWanted || module.loaded()) return;
    return whenIdle.add(() => module.get());
  }, [module, isWanted]);
  useEffect(() => {
    if (!isWanted || isOffline || module.loaded()) return;
    let isOver = false;
    let again: ReturnType<typeof setTimeout> | undefined;
    const fetch = () =>
      module.get().then(
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
  }, [module, isWanted, isOffline]);
  return module.loaded();
}
