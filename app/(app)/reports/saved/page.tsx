import { dehydrate } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { fetchApi } from '#/app/_server/page-api.ts';
import { requireActor } from '#/app/_server/require-actor.ts';
import { PageData } from '#/components/layout/page-data.tsx';
import { SavedReportsScreen } from '#/components/saved-reports/saved-reports-screen.tsx';
import { newQueryClient } from '#/lib/client/http/query-client.ts';
import { SAVED_REPORTS_PATH } from '#/lib/client/reports/report-view.ts';
import { reportLinksQuery, savedReportsQuery } from '#/lib/client/reports/saved-report-queries.ts';

const get = async <T,>(path: `/${string}`) => (await fetchApi(path)) as T;

export const metadata: Metadata = { title: 'Saved reports' };

export default async function SavedReportsPage() {
  await requireActor(SAVED_REPORTS_PATH);
  const client = newQueryClient();
  // Data that can't be loaded now is requested again by the page itself, which says so.
  await Promise.all([client.prefetchQuery(savedReportsQuery(get)), client.prefetchQuery(reportLinksQuery(get))]);
  return (
    <PageData state={dehydrate(client)}>
      <SavedReportsScreen />
    </PageData>
  );
}
