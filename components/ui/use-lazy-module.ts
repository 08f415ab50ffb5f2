'use client';

import { startTransition, useEffect, useState } from 'react';
import { useLive } from '#/lib/client/live/use-live.tsx';
import type { LazyModule } from '#/lib/client/offline/lazy-module.ts';
import { afterLoad, whenIdle } from '#/lib/client/page/idle-queue.ts';

/**
 * A part of the page that is loaded once the page is idle, so that it is there when the connection is lost, or as soon
 * as it is wanted. Null until then; `onMissing` is called if it was wanted and could not be loaded, after a toast.
 */
export function useLazyModule<T>(module: LazyModule<T>, isWanted: boolean, onMissing?: () => void): T | null {
  const { toasts, hasBegun } = useLive();
  const [, setLoaded] = useState(module.loaded() !== null);
  useEffect(() => {
    if (isWanted || module.loaded()) return;
    return whenIdle.add(() => module.get());
  }, [module, isWanted]);
  useEffect(() => {
    if (!isWanted || module.loaded()) return;
    let isOver = false;
    const fetch = () =>
      module.get().then(
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
    // Parts that were not requested by a click let the page hydrate first.
    const cancel = hasBegun() ? void fetch() : afterLoad.add(fetch);
    return () => {
      isOver = true;
      cancel?.();
    };
  }, [module, isWanted, toasts, hasBegun, onMissing]);
  return module.loaded();
}
