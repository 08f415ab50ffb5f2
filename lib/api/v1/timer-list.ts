import { operation } from '#/lib/api/operations/operation.ts';
import { TIMERS } from '#/lib/api/v1/timer-responses.ts';
import { listTimers } from '#/lib/tracking/timers/list-timers.ts';
import { listTimersQuery } from '#/lib/tracking/timers/timer-input-schemas.ts';
import { timerJson } from '#/lib/tracking/timers/timer-json.ts';
import { timerListResponse } from '#/lib/tracking/timers/timer-schemas.ts';

/** Timers with time in a range, with totals. */
export const timerList = operation({
  operationId: 'listTimers',
  method: 'get',
  path: '/timers',
  tag: TIMERS,
  summary: 'List timers, with totals by day',
  description:
    'Timers that have time in the requested range, newest first, and the totals of all that match, by day in the time zone. Days begin at the member’s own `day_start_hour`; spans across it count toward both days.',
  permission: 'timers:read',
  query: listTimersQuery,
  output: timerListResponse,
  narrower: 'Choose a shorter range with from and to.',
  problems: ['time_zone_unknown', 'range_invalid', 'cursor_invalid', 'member_not_found'],
  handler: async (ctx, { query }) => {
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
