import { ALL_PAGES, isPageAt } from '#/components/layout/pages.ts';
import { PageRequests } from '#/lib/client/http/page-requests.ts';
import type { Live } from '#/lib/client/live/live.ts';

/**
 * From now on the app stays on its page offline, and reports which page it can't show. Returns a function that stops
 * it.
 */
export function startPageRequests({ pages, connection, toasts }: Live): () => void {
  pages.requests = new PageRequests(connection);
  const end = pages.requests.start((path) => {
    const name = ALL_PAGES.find((page) => isPageAt(page, path))?.name ?? 'that page';
    toasts.show({
      icon: 'warning',
      lead: `Can’t show ${name} offline.`,
      text: 'Stay here, and open it when you’re back online.',
    });
  });
  return () => {
    end();
    pages.requests = null;
  };
}
