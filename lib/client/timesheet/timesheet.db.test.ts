import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { editSettings } from '#/lib/accounts/users/edit-settings.ts';
import { addDays } from '#/lib/client/calendar/calendar.ts';
import { newQueryClient } from '#/lib/client/http/query-client.ts';
import { ROWS_BY, timesheetOf } from '#/lib/client/timesheet/timesheet.ts';
import { wholeWeekQuery } from '#/lib/client/timesheet/timesheet-queries.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { HOUR_MS, MINUTE_MS } from '#/lib/core/duration.ts';
import { newId } from '#/lib/core/ids.ts';
import type { TimerListJson } from '#/lib/tracking/timers/timer-schemas.ts';
import { type ApiClient, apiFor } from '#/test/api-client.ts';
import { testWorld, type World } from '#/test/world.ts';

let world: World;
beforeAll(async () => {
  world = await testWorld();
  world.clock.set('2027-01-01T12:00:00.000Z');
});

type Span = { title: string; from: number; to: number };

/** Stopped timers of one span each, inserted by plain SQL, so that their times can be in the past. */
async function record({ actor }: Ctx, spans: Span[]): Promise<void> {
  const columns = [spans.map(({ from }) => new Date(from)), spans.map(({ to }) => new Date(to))];
  await world.database.pool.query(
    `with span as (select * from unnest($3::uuid[], $4::timestamptz[], $5::timestamptz[], $6::text[]) as s (id, starts, ends, title)),
     timer as (
       insert into timers (id, workspace_id, user_id, type, status, title, started_at, ended_at, end_reason, cap_seconds, created_via)
       select id, $1, $2, 'manual', 'stopped', title, starts, ends, 'stopped', 31000000, 'api' from span)
     insert into timer_spans (id, timer_id, workspace_id, user_id, started_at, ended_at)
     select id, id, $1, $2, starts, ends from span`,
    [actor.workspaceId, actor.userId, spans.map(() => newId()), ...columns, spans.map(({ title }) => title)],
  );
}

async function weekOf(api: ApiClient, first: string): Promise<TimerListJson> {
  const ask = async (path: `/${string}`) => (await api<TimerListJson>('GET', path)).body;
  return newQueryClient().fetchQuery(wholeWeekQuery(ask, first));
}

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);

/** Weeks in which clocks change, and one in which they do not. */
const WEEKS: [zone: string, first: string, hours: number][] = [
  ['Europe/Berlin', '2026-03-23', 167],
  ['Europe/Berlin', '2026-10-19', 169],
  ['America/Havana', '2026-10-26', 169],
  ['America/Havana', '2026-03-02', 167],
  ['Asia/Kathmandu', '2026-03-23', 168],
  ['Africa/Cairo', '2026-04-20', 167],
];

describe('rows, days and the week have the same sum, also as the spans and the server', () => {
  test.each(WEEKS)('in %s, the week of %s of %d hours', async (timeZone, first, hours) => {
    const ctx = await world.member({ timeZone });
    const api = await apiFor(world, ctx);
    const around = Date.parse(first) - 30 * HOUR_MS;
    const walks = fc.array(
      fc.record({
        title: fc.constantFrom('Review', 'Stand-up', 'Tests'),
        gap: fc.nat({ max: 20 * HOUR_MS }),
        length: fc.integer({ min: 1, max: 14 * HOUR_MS }),
      }),
      { minLength: 1, maxLength: 12 },
    );
    const property = fc.asyncProperty(walks, fc.nat({ max: 23 }), async (navigate, dayStartHour) => {
      await editSettings(ctx, { day_start_hour: dayStartHour });
      await world.db.timer.deleteMany({ where: { userId: ctx.actor.userId } });
      let now = around;
      const spans = navigate.map(({ title, gap, length }) => {
        const from = now + gap;
        now = from + length;
        return { title, from, to: now };
      });
      await record(ctx, spans);
      const list = await weekOf(api, first);
      const [start, end] = [list.totals.days.at(-1)?.starts_at ?? '', list.totals.days[0]?.ends_at ?? ''].map(
        Date.parse,
      );
      const inWeek = sum(spans.map(({ from, to }) => Math.max(0, Math.min(to, end ?? 0) - Math.max(from, start ?? 0))));
      for (const by of ROWS_BY) {
        const sheet = timesheetOf(list, by, 0);
        expect(sheet.ms).toBe(inWeek);
        expect(sum(sheet.rows.map(({ ms }) => ms))).toBe(inWeek);
        expect(sum(sheet.dayMs)).toBe(inWeek);
        expect(sheet.rows.map(({ cells }) => sum(cells.map(({ ms }) => ms)))).toEqual(sheet.rows.map(({ ms }) => ms));
        expect(sheet.dayMs).toEqual(list.totals.days.map((day) => day.elapsed_ms).toReversed());
      }
    });
    await fc.assert(property, { numRuns: 12 });
    await editSettings(ctx, { day_start_hour: 0 });
    const { days } = timesheetOf(await weekOf(api, first), 'ticket', 0);
    expect(days.map(({ date }) => date)).toEqual(Array.from({ length: 7 }, (_, index) => addDays(first, index)));
    expect(((days.at(-1)?.to ?? 0) - (days[0]?.from ?? 0)) / HOUR_MS).toBe(hours);
  });
});

test('a week of more timers than fit on a page is complete', async () => {
  const ctx = await world.member({ timeZone: 'Europe/Berlin' });
  const from = Date.parse('2026-11-16T08:00:00Z');
  const spans = Array.from({ length: 450 }, (_, index) => {
    const begins = from + index * 5 * MINUTE_MS;
    return { title: `Work ${index % 7}`, from: begins, to: begins + 4 * MINUTE_MS };
  });
  await record(ctx, spans);
  const sheet = timesheetOf(await weekOf(await apiFor(world, ctx), '2026-11-16'), 'ticket', 0);
  expect(sheet.rows).toHaveLength(7);
  expect(sheet.ms).toBe(450 * 4 * MINUTE_MS);
});
