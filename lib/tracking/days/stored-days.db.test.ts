import { beforeAll, beforeEach, expect, test } from 'vitest';
import { refreshDailyTotals } from '#/lib/analytics/daily-totals/refresh-daily-totals.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { HOUR_MS, MINUTE_MS } from '#/lib/core/duration.ts';
import { newId } from '#/lib/core/ids.ts';
import { listTimers } from '#/lib/tracking/timers/list-timers.ts';
import { listTimersQuery } from '#/lib/tracking/timers/timer-input-schemas.ts';
import { recordTimer } from '#/test/recorded-time.ts';
import { refreshWithout } from '#/test/tracking/refresh-of-before.ts';
import { testWorld, type World } from '#/test/world.ts';

const ZONE = 'Europe/Berlin';
/** The same offset on all days of these tests, but another name: totals in it are counted from spans. */
const SAME_DAYS = 'Europe/Paris';
const START = Date.parse('2026-11-02T08:00:00Z');
const NOW = '2026-11-20T12:00:00.000Z';
const DAYS = 12;

let world: World;
let maya: Ctx;
let ticketId: string;

beforeAll(async () => {
  world = await testWorld();
});
/** Twelve days: two timers each, every third over two days, every other with the ticket, every fourth with a tag. */
beforeEach(async () => {
  world.clock.set(NOW);
  maya = await world.member({ timeZone: ZONE });
  ticketId = newId();
  const { workspaceId } = maya.actor;
  await world.db.ticket.create({ data: { id: ticketId, workspaceId, key: 'API-1', title: 'Limits' } });
  for (let n = 0; n < DAYS * 2; n++) await work(START + n * 12 * HOUR_MS, n % 3 === 0 ? 14 * HOUR_MS : HOUR_MS, n);
  await refresh();
});

function work(from: number, afterMs: number, n: number): Promise<string> {
  const spans: [number, number][] = [[from, from + (10 + n) * MINUTE_MS]];
  // Between two others, which begin twelve hours apart.
  if (afterMs > HOUR_MS) spans.push([from + afterMs, from + afterMs + 20 * MINUTE_MS]);
  return recordTimer(world.database.pool, maya, {
    spans,
    ticketId: n % 2 === 0 ? ticketId : null,
    tags: n % 4 === 0 ? ['deep', 'work'] : [],
  });
}

const refresh = () => refreshDailyTotals({ db: world.db, clock: world.clock, requestId: null });
const sql = (text: string, values: unknown[] = []) => world.database.pool.query(text, values);
const ofTimer = (n: number) =>
  `(select id from timers where user_id = '${maya.actor.userId}' order by started_at, id offset ${n} limit 1)`;
const daysOf = async (query: object) =>
  (await listTimers(maya, listTimersQuery.parse({ ...query, limit: '1' }))).days.map(({ date, elapsedMs, timers }) => [
    date,
    elapsedMs,
    timers,
  ]);

const QUERIES = [
  {},
  { tag: 'deep' },
  { ticket: 'api-1' },
  { tag: 'deep', ticket: 'API-1' },
  { from: '2026-11-05' },
  { to: '2026-11-06' },
  { from: '2026-11-06', tag: 'work' },
  { tag: 'unknown' },
];

/** Both ways of counting agree; one of them ignores all stored totals. */
async function expectTheSame(): Promise<void> {
  for (const query of QUERIES) {
    expect(await daysOf(query), JSON.stringify(query)).toEqual(await daysOf({ ...query, time_zone: SAME_DAYS }));
  }
}

const changes: [string, () => Promise<unknown>][] = [
  ['nothing has changed', async () => null],
  ['a timer was recorded', () => work(START + 30 * 24 * HOUR_MS, HOUR_MS, 4)],
  [
    'a timer runs, across midnight',
    async () => {
      world.clock.set('2026-11-21T03:00:00Z');
      await recordTimer(world.database.pool, maya, {
        spans: [[Date.parse('2026-11-20T20:00:00Z'), null]],
        tags: ['deep'],
      });
    },
  ],
  [
    'a timer lost time',
    () => sql(`update timer_spans set ended_at = started_at + interval '1 minute' where timer_id = ${ofTimer(4)}`),
  ],
  [
    'one over two days lost time',
    () => sql(`update timer_spans set ended_at = started_at + interval '1 minute' where timer_id = ${ofTimer(6)}`),
  ],
  [
    'timers were discarded',
    async () => {
      for (const n of [3, 4]) {
        await sql(
          `with gone as (update timers set status = 'discarded', end_reason = 'discarded' where id = ${ofTimer(n)} returning id)
           update timer_spans set discarded = true where timer_id in (select id from gone)`,
        );
      }
    },
  ],
  ['a timer was deleted', () => sql(`delete from timers where id = ${ofTimer(2)}`)],
  [
    'a timer got another ticket and tag',
    () => sql(`update timers set ticket_id = null, tags = '{deep}' where id = ${ofTimer(2)}`),
  ],
  [
    'timers became somebody else’s',
    async () => {
      const leo = await world.member({ workspaceId: maya.actor.workspaceId });
      await sql(
        `with given as (update timers set user_id = $1 where user_id = $2 and started_at < '2026-11-04' returning id)
         update timer_spans set user_id = $1 where timer_id in (select id from given)`,
        [leo.actor.userId, maya.actor.userId],
      );
    },
  ],
  [
    'sums are older than daily totals',
    async () => {
      await work(START + 30 * 24 * HOUR_MS, HOUR_MS, 4);
      await refreshWithout(world.database.pool, 'daily sums');
    },
  ],
];

test.each(changes)('all days have the time of their spans after %s', async (_what, change) => {
  await change();
  await expectTheSame();
});

test('all days begin at another hour as soon as their member changes it', async () => {
  await sql('update users set day_start_hour = 5 where id = $1', [maya.actor.userId]);
  await expectTheSame();
  await refresh();
  await expectTheSame();
});
