import { type DehydratedState, dehydrate, type FetchQueryOptions } from '@tanstack/react-query';
import { fetchApi } from '#/app/_server/page-api.ts';
import { requireActor } from '#/app/_server/require-actor.ts';
import { findMe, localCycle } from '#/app/find-me.ts';
import type { FetchApi } from '#/lib/client/alarms/alarm-queries.ts';
import { dayIn } from '#/lib/client/calendar/calendar.ts';
import { newQueryClient } from '#/lib/client/http/query-client.ts';
import {
  type Days,
  daysOf,
  ofMember,
  type ReportView,
  readReportView,
  reportHref,
} from '#/lib/client/reports/report-view.ts';
import { timeStyleOf } from '#/lib/client/time/time-style.ts';

type Query = Record<string, string | string[] | undefined>;
type ReportRequest = { get: FetchApi; view: ReportView; days: Days; myId: string };

/**
 * The data of a page of reports, from its URL. What can't be loaded now is requested again by the page itself, which
 * says so.
 */
export async function prefetchReport(
  path: string,
  searchParams: Promise<Query>,
  // biome-ignore lint/suspicious/noExplicitAny: each query has its own type, which nothing here uses.
  queriesOf: (asked: ReportRequest) => readonly FetchQueryOptions<any, any, any, any>[],
): Promise<DehydratedState> {
  const query = await searchParams;
  const read = readReportView({ get: (name) => [query[name]].flat()[0] ?? null });
  const actor = await requireActor(reportHref(read, path));
  const view = actor.scopes.has('timers:read_all') ? read : ofMember(read, 'me');
  const client = newQueryClient();
  const me = await findMe();
  if (me) {
    const today = dayIn(timeStyleOf(me.user, await localCycle()), Date.parse(me.server_time));
    const days = daysOf(view, today, me.user.week_start);
    const get: FetchApi = <T>(asked: `/${string}`) => fetchApi(asked) as Promise<T>;
    await Promise.all(queriesOf({ get, view, days, myId: me.user.id }).map((one) => client.prefetchQuery(one)));
  }
  return dehydrate(client);
}
