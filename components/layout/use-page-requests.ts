'use client';

import { useEffect } from 'react';
import { useLive } from '#/lib/client/live/use-live.tsx';
import { fetchLate } from '#/lib/client/offline/fetch-late.ts';
import { Late } from '#/lib/client/offline/late.ts';

// Not part of the page's first load.
const START = new Late(() =>
  import('#/components/layout/start-page-requests.ts').then((part) => part.startPageRequests),
);

/** While the server can't be reached the app stays on its page, and reports which page it can't show. */
export function usePageRequests(): void {
  const live = useLive();
  useEffect(() => {
    let end = () => {};
    const leave = fetchLate(START, live.connection, (start) => {
      end();
      end = start(live);
    });
    return () => {
      leave();
      end();
    };
  }, [live]);
}
