import { dehydrate, type QueryClient } from '@tanstack/react-query';
import { fetchApi } from '#/app/_server/page-api.ts';
import { requireActor } from '#/app/_server/require-actor.ts';
import { findMe, localCycle } from '#/app/find-me.ts';
import { CorrectionsScreen } from '#/components/corrections/corrections-screen.tsx';
import { PageData } from '#/components/layout/page-data.tsx';
import type { MemberListJson } from '#/lib/accounts/memberships/membership-schemas.ts';
import type { FetchApi } from '#/lib/client/alarms/alarm-queries.ts';
import { correctedSince } from '#/lib/client/corrections/corrected-since.ts';
import {
  correctedQuery,
  queueQuery,
  TIMERS_HREF,
  teamTimerQuery,
  timerCorrectionsQuery,
  timerEventsQuery,
  timerHref,
} from '#/lib/client/corrections/correction-queries.ts';
import { newQueryClient } from '#/lib/client/http/query-client.ts';
import { everyMember, MEMBERS_KEY } from '#/lib/client/members/member-queries.ts';
import { timeStyleOf } from '#/lib/client/time/time-style.ts';

const get: FetchApi = async <T,>(path: `/${string}`) => (await fetchApi(path)) as T;

/**
 * The queue, with one timer open or none. Data that can't be loaded now is requested again by the page itself, which
 * says so.
 */
export async function CorrectionsPage({ timerId }: { timerId: string | null }) {
  const actor = await requireActor(timerId ? timerHref(timerId) : TIMERS_HREF);
  const client = newQueryClient();
  if (actor.scopes.has('admin:corrections')) await prefetch(client, timerId);
  return (
    <PageData state={dehydrate(client)}>
      <CorrectionsScreen />
    </PageData>
  );
}

async function prefetch(client: QueryClient, timerId: string | null): Promise<void> {
  await Promise.all([
    client.prefetchInfiniteQuery(queueQuery(get)),
    prefetchCorrected(client),
    client.prefetchQuery({
      queryKey: MEMBERS_KEY,
      queryFn: () => everyMember(async (path) => (await fetchApi(path)) as MemberListJson),
    }),
    timerId && client.prefetchQuery(teamTimerQuery(get, timerId)),
    timerId && client.prefetchInfiniteQuery(timerEventsQuery(get, timerId)),
    timerId && client.prefetchQuery(timerCorrectionsQuery(get, timerId)),
  ]);
}

async function prefetchCorrected(client: QueryClient): Promise<void> {
  const since = await weekBegin();
  if (since) await client.prefetchInfiniteQuery(correctedQuery(get, since));
}

/** When this person's current week began. */
async function weekBegin(): Promise<string | null> {
  const me = await findMe();
  if (!me) return null;
  const style = timeStyleOf(me.user, await localCycle());
  return correctedSince(style, me.user.week_start, Date.parse(me.server_time));
}
