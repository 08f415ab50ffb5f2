import { CALENDAR_FEED_PATH } from '#/lib/analytics/calendar-feeds/calendar-feed.ts';
import { calendarFeedJson } from '#/lib/analytics/calendar-feeds/calendar-feed-json.ts';
import { calendarFeedResponse, newCalendarFeedResponse } from '#/lib/analytics/calendar-feeds/calendar-feed-schemas.ts';
import { getCalendarFeed } from '#/lib/analytics/calendar-feeds/get-calendar-feed.ts';
import { openCalendarFeed, readCalendarFeed } from '#/lib/analytics/calendar-feeds/read-calendar-feed.ts';
import { replaceCalendarFeed } from '#/lib/analytics/calendar-feeds/replace-calendar-feed.ts';
import { revokeCalendarFeed } from '#/lib/analytics/calendar-feeds/revoke-calendar-feed.ts';
import type { ReadCtx, Reads } from '#/lib/api/limits/reads.ts';
import { isUnmodified } from '#/lib/api/operations/conditions.ts';
import { type ApiContext, operation } from '#/lib/api/operations/operation.ts';
import { textResponse } from '#/lib/api/responses/text-response.ts';
import { readLinkSettings } from '#/lib/core/env.ts';

const tag = 'Exports';
const path = '/me/calendar-feed';
const problems = ['forbidden', 'session_required'] as const;
const BASE = '/api/v1';

const get = operation({
  operationId: 'getCalendarFeed',
  method: 'get',
  path,
  tag,
  summary: 'Check whether you have a calendar address',
  description: 'With when it was last read. The address itself is shown only when you create it.',
  permission: 'timers:read',
  output: calendarFeedResponse,
  single: true,
  handler: async (ctx) => {
    const feed = await getCalendarFeed(ctx);
    const server_time = (await ctx.clock.now(ctx.db)).toISOString();
    return { status: 200, body: { feed: feed && calendarFeedJson(feed), server_time } };
  },
});

const replace = operation({
  operationId: 'replaceCalendarFeed',
  method: 'post',
  path,
  tag,
  summary: 'Create or replace your calendar address',
  description:
    'A secret address that a calendar can subscribe to (iCalendar, RFC 5545): your time in this workspace in the last 90 days. Each member has one; the previous one stops working at once. Requires a session.',
  permission: 'timers:read',
  output: newCalendarFeedResponse,
  status: 201,
  problems,
  handler: async (ctx) => {
    const { feed, token } = await replaceCalendarFeed(ctx);
    const url = `${readLinkSettings().APP_URL}${BASE}${CALENDAR_FEED_PATH}/${token}.ics`;
    const body = { feed: calendarFeedJson(feed), url, server_time: feed.createdAt.toISOString() };
    return { status: 201, body };
  },
});

const revoke = operation({
  operationId: 'revokeCalendarFeed',
  method: 'delete',
  path,
  tag,
  summary: 'Revoke your calendar address',
  description: 'It stops working at once. Requires a session.',
  permission: 'timers:read',
  output: calendarFeedResponse,
  problems,
  handler: async (ctx) => {
    await revokeCalendarFeed(ctx);
    return { status: 200, body: { feed: null, server_time: (await ctx.clock.now(ctx.db)).toISOString() } };
  },
});

export const calendarFeedOperations = [get, replace, revoke];

/** The calendar itself, for anyone with its address. 304 when it has not changed since. @throws AppError 404, 503 */
export async function serveCalendarFeed(c: ApiContext, reads: Reads): Promise<Response> {
  const token = (c.req.param('file') ?? '').replace(/\.ics$/, '');
  const calendar = await openCalendarFeed(c.get('anonymous'), token);
  const read = ({ db }: Pick<ReadCtx, 'db'>) => readCalendarFeed(db, calendar, `${readLinkSettings().APP_URL}${BASE}`);
  const { text, etag } = await reads.run({ ...c.get('anonymous'), actor: calendar }, { kind: 'export' }, read);
  const headers = { ETag: etag, 'Cache-Control': 'private, no-cache' };
  if (isUnmodified(c.req, etag)) return c.newResponse(null, 304, headers);
  return textResponse(c, text, 200, { ...headers, 'Content-Type': 'text/calendar; charset=utf-8' });
}
