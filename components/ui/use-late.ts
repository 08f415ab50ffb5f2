'use client';

import { startTransition, useEffect, useState } from 'react';
import { useLive } from '#/lib/client/live/use-live.tsx';
import type { Late } from '#/lib/client/offline/late.ts';
import { afterLoad, whenIdle } from '#/lib/client/page/idle-queue.ts';

/**
 * A part of the page that is loaded once the page is idle, so that it is there when the connection is lost, or as soon
 * as it is wanted. Null until then; `onMissing` is called if it was wanted and could not be loaded, after a toast.
 */
export function useLate<T>(late: Late<T>, isWanted: boolean, onMissing?: () => void): T | null {
  const { toasts, hasBegun } = useLive();
  const [, setLoaded] = useState(late.loaded() !== null);
  useEffect(() => {
    if (isWanted || late.loaded()) return;
    return whenIdle.add(() => late.get());
  }, [late, isWanted]);
  useEffect(() => {
    if (!isWanted || late.loaded()) return;
    let isOver = false;
    const fetch = () =>
      late.get().then(
        () => !isOver && startTransition(() => setLoaded(true)),
        () => {
          if (isOver) return;
          toasts.show({
            icon: 'warning',
            lead: 'Couldn’t open it.',
            text: 'Can’t reach the server; try again in a moment.',
          });
          onMissing?.();
        },
      );
    // Parts that were not requested by a press let the page hydrate first.
    const takeBack = hasBegun() ? void fetch() : afterLoad.add(fetch);
    return () => {
      isOver = true;
      takeBack?.();
    };
  }, [late, isWanted, toasts, hasBegun, onMissing]);
  return late.loaded();
}
