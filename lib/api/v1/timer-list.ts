import { z } from 'zod';
import type { Ctx } from '#/lib/accounts/context.ts';
import { endpoint } from '#/lib/api/endpoint.ts';
import { TIMERS } from '#/lib/api/v1/timer-answers.ts';
import { listTimers } from '#/lib/tracking/timers/list-timers.ts';
import { syncTimers } from '#/lib/tracking/timers/sync-timers.ts';
import { timerJson } from '#/lib/tracking/timers/timer-json.ts';
import type { ListTimersQuery, TimerSyncJson } from '#/lib/tracking/timers/timer-schemas.ts';
import { listTimersQuery, timerListAnswer, timerSyncAnswer } from '#/lib/tracking/timers/timer-schemas.ts';

/** What has time in a range with its totals, or what has changed since an instant. */
export const timerList = endpoint({
  operationId: 'listTimers',
  method: 'get',
  path: '/timers',
  tag: TIMERS,
  summary: 'Timers with totals by day',
  description:
    'Timers that have time in the asked range, newest first, and the totals of all that match, by day of the time zone. Days begin at the member’s own `day_start_hour`; spans over it count to both days. With `updated_since`: what has changed since, discarded ones included, without totals, as a `TimerSync`.',
  permission: 'timers:read',
  query: listTimersQuery,
  output: z.union([timerSyncAnswer, timerListAnswer]),
  narrower: 'Choose a shorter range with from and to.',
  problems: { 400: ['time_zone_unknown', 'range_invalid', 'cursor_invalid'], 404: ['member_not_found'] },
  handler: async (ctx, { query }) => {
    if (query.updated_since) return { status: 200, body: await syncAnswer(ctx, query.updated_since, query) };
    const page = await listTimers(ctx, query);
    const asOf = page.now.toISOString();
    return {
      status: 200,
      body: {
        timers: page.timers.map((timer) => timerJson(timer, page.now)),
        totals: {
          elapsed_ms: page.days.reduce((sum, day) => sum + day.elapsedMs, 0),
          as_of: asOf,
          time_zone: page.timeZone,
          days: page.days.map((day) => ({
            date: day.date,
            starts_at: day.startsAt.toISOString(),
            ends_at: day.endsAt.toISOString(),
            elapsed_ms: day.elapsedMs,
            timers: day.timers,
          })),
        },
        next_cursor: page.nextCursor,
        server_time: asOf,
      },
    };
  },
});

async function syncAnswer(ctx: Ctx, since: Date, query: ListTimersQuery): Promise<TimerSyncJson> {
  const { timers, nextCursor, syncFrom, now } = await syncTimers(ctx, since, query);
  return {
    timers: timers.map((timer) => timerJson(timer, now)),
    sync_from: syncFrom.toISOString(),
    next_cursor: nextCursor,
    server_time: now.toISOString(),
  };
}
