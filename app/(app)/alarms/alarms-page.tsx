import { dehydrate } from '@tanstack/react-query';
import { fetchApi } from '#/app/_server/page-api.ts';
import { requireActor, requireCtx } from '#/app/_server/require-actor.ts';
import { serverNow } from '#/app/find-me.ts';
import { AlarmsScreen } from '#/components/alarms/alarms-screen.tsx';
import { PageData } from '#/components/layout/page-data.tsx';
import { listApiKeys } from '#/lib/accounts/api-keys/list-api-keys.ts';
import {
  type AlarmSource,
  alarmCountsQuery,
  alarmListQuery,
  alarmQuery,
  attemptsQuery,
} from '#/lib/client/alarms/alarm-queries.ts';
import { alarmsHref, readAlarmView } from '#/lib/client/alarms/alarm-view.ts';
import { newQueryClient } from '#/lib/client/http/query-client.ts';
import { log } from '#/lib/core/log.ts';

type Query = Record<string, string | string[] | undefined>;

/**
 * The list, with one alarm open or none. Data that can't be loaded now is requested again by the page itself, which
 * says so.
 */
export async function AlarmsPage({ query, id }: { query: Query; id: string | null }) {
  const view = readAlarmView({ get: (name) => [query[name]].flat()[0] ?? null });
  await requireActor(alarmsHref(view, id));
  const client = newQueryClient();
  const source = await pageSource();
  await Promise.all([
    client.prefetchInfiniteQuery(alarmListQuery(source, view)),
    client.prefetchQuery(alarmCountsQuery(source, view)),
    id && client.prefetchQuery(alarmQuery(source, id)),
    id && client.prefetchQuery(attemptsQuery(source, id)),
  ]);
  return (
    <PageData state={dehydrate(client)}>
      <AlarmsScreen keyNames={await keyNames()} />
    </PageData>
  );
}

/** Names of the person's own keys, to show which of them created an alarm. The page works without them. */
async function keyNames(): Promise<Record<string, string>> {
  const keys = await listApiKeys(await requireCtx()).catch((error: unknown) => {
    log.warn({ err: error }, 'names of API keys not readable');
    return [];
  });
  return Object.fromEntries(keys.map(({ id, name }) => [id, name]));
}

async function pageSource(): Promise<AlarmSource> {
  const now = await serverNow();
  return {
    get: async <T,>(path: `/${string}`) => (await fetchApi(path)) as T,
    serverNow: () => now,
    isStreaming: () => true,
  };
}
