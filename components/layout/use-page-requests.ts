'use client';

import { useEffect } from 'react';
import { useLive } from '#/lib/client/live/use-live.tsx';
import { LazyModule } from '#/lib/client/offline/lazy-module.ts';
import { preloadModule } from '#/lib/client/offline/preload-module.ts';

// Not part of the page's first load.
const START = new LazyModule(() =>
  import('#/components/layout/start-page-requests.ts').then((part) => part.startPageRequests),
);

/** While the server can't be reached the app stays on its page, and reports which page it can't show. */
export function usePageRequests(): void {
  const live = useLive();
  useEffect(() => {
    let end = () => {};
    const leave = preloadModule(START, live.connection, (start) => {
      end();
      end = start(live);
    });
    return () => {
      leave();
      end();
    };
  }, [live]);
}
