import { beforeAll, beforeEach, expect, test } from 'vitest';
import { refreshDailyTotals } from '#/lib/analytics/daily-totals/refresh-daily-totals.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#/lib/core/duration.ts';
import { newId } from '#/lib/core/ids.ts';
import { listTickets } from '#/lib/tracking/tickets/list-tickets.ts';
import { listTicketsQuery } from '#/lib/tracking/tickets/ticket-schemas.ts';
import { recordTimer } from '#/test/recorded-time.ts';
import { refreshWithout } from '#/test/tracking/refresh-of-before.ts';
import { testWorld, type World } from '#/test/world.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');
/** When two people last worked on tickets: some today, others this week, this quarter, years ago, or never. */
const DAYS_AGO = [0, 0.5, 1, 1.5, 3, 6, 7, 9, 30, 59, 61, 90, 399, 401, 1_000, 2_000];
const NEVER = 2;

let world: World;
let maya: Ctx;
let leo: Ctx;

beforeAll(async () => {
  world = await testWorld();
});
beforeEach(async () => {
  world.clock.set(new Date(NOW));
  maya = await world.member({ role: 'admin' });
  leo = await world.member({ workspaceId: maya.actor.workspaceId, role: 'member' });
  const keys = Array.from({ length: DAYS_AGO.length + NEVER }, (_, n) => `API-${n}`);
  for (const [n, key] of keys.entries()) {
    const createdAt = new Date(NOW - 3_000 * DAY_MS + n * 1_000);
    const id = newId();
    await world.db.ticket.create({
      data: { id, workspaceId: maya.actor.workspaceId, key, title: `Ticket ${n}`, createdAt },
    });
    const days = DAYS_AGO[n];
    if (days === undefined) continue;
    await work(n % 3 === 0 ? leo : maya, id, NOW - days * DAY_MS - HOUR_MS, (20 + n) * MINUTE_MS);
    // Earlier and longer work, and work by the other person.
    await work(n % 3 === 0 ? maya : leo, id, NOW - (days + 100) * DAY_MS - HOUR_MS, (50 - n) * MINUTE_MS);
  }
  await refresh();
});

const work = (ctx: Ctx, ticketId: string, from: number, length: number | null) =>
  recordTimer(world.database.pool, ctx, { spans: [[from, length === null ? null : from + length]], ticketId });
const refresh = () => refreshDailyTotals({ db: world.db, clock: world.clock, requestId: null });
const sql = (text: string, values: unknown[] = []) => world.database.pool.query(text, values);
const list = (ctx: Ctx, query: object) => listTickets(ctx, listTicketsQuery.parse(query));

/** Per key, the work on tickets that a person may see, from its spans. */
async function workOf(ctx: Ctx): Promise<{ key: string; at: number; ms: number }[]> {
  const { rows } = await sql(
    `select k.key,
            coalesce(max(extract(epoch from coalesce(s.ended_at, $3::timestamptz))) filter (where s.id is not null)
                     * 1000, 0)::float8 as at,
            coalesce(sum(extract(epoch from coalesce(s.ended_at, $3::timestamptz) - s.started_at)) * 1000, 0)::float8 as ms
     from tickets k left join (timers t join timer_spans s on s.timer_id = t.id)
       on t.ticket_id = k.id and t.status <> 'discarded' and ($2::uuid is null or t.user_id = $2::uuid)
     where k.workspace_id = $1 group by k.key, k.created_at order by k.created_at desc`,
    [ctx.actor.workspaceId, ctx === leo ? leo.actor.userId : null, new Date(NOW)],
  );
  return rows;
}

async function allPages(ctx: Ctx, query: object, limit: number): Promise<{ keys: string[]; total: number }> {
  const keys: string[] = [];
  let cursor: string | undefined;
  let total: number;
  do {
    const page = await list(ctx, { ...query, limit: String(limit), ...(cursor && { cursor }) });
    keys.push(...page.tickets.map(({ key }) => key));
    total = page.total;
    cursor = page.nextCursor ?? undefined;
  } while (cursor);
  return { keys, total };
}

async function expectOrders(): Promise<void> {
  for (const ctx of [maya, leo]) {
    const found = await workOf(ctx);
    const orders = {
      worked: found.toSorted((left, right) => right.at - left.at).map(({ key }) => key),
      tracked: found.toSorted((left, right) => right.ms - left.ms).map(({ key }) => key),
    };
    for (const [sort, keys] of Object.entries(orders)) {
      for (const limit of [1, 4, 100]) {
        expect(await allPages(ctx, { sort }, limit), `${sort} ${limit}`).toEqual({ keys, total: keys.length });
      }
    }
    for (const days of [0.1, 5, 70, 500]) {
      const since = NOW - days * DAY_MS;
      const keys = orders.worked.filter((key) => (found.find((one) => one.key === key)?.at ?? 0) > since);
      const query = { sort: 'worked', worked_since: new Date(since).toISOString() };
      expect(await allPages(ctx, query, 3), `since ${days}`).toEqual({ keys, total: keys.length });
    }
  }
}

const ofTimer = (n: number) =>
  `(select id from timers where workspace_id = '${maya.actor.workspaceId}' order by started_at desc, id offset ${n} limit 1)`;
const ofTicket = (key: string) =>
  `(select id from tickets where workspace_id = '${maya.actor.workspaceId}' and key = '${key}')`;

const changes: [string, () => Promise<unknown>][] = [
  ['nothing has changed', async () => null],
  [
    'a timer was recorded',
    async () => work(maya, (await sql(`select ${ofTicket('API-9')} as id`)).rows[0].id, NOW - 2 * HOUR_MS, HOUR_MS),
  ],
  [
    'a timer runs',
    async () => work(leo, (await sql(`select ${ofTicket('API-12')} as id`)).rows[0].id, NOW - 30 * MINUTE_MS, null),
  ],
  [
    'the latest lost time',
    () => sql(`update timer_spans set ended_at = started_at + interval '1 minute' where timer_id = ${ofTimer(0)}`),
  ],
  [
    'a timer got another ticket',
    () => sql(`update timers set ticket_id = ${ofTicket('API-17')} where id = ${ofTimer(2)}`),
  ],
  [
    'timers were discarded',
    () =>
      sql(
        `with gone as (update timers set status = 'discarded', end_reason = 'discarded'
                       where id in (${ofTimer(1)}, ${ofTimer(3)}) returning id)
         update timer_spans set discarded = true where timer_id in (select id from gone)`,
      ),
  ],
  ['a timer was deleted', () => sql(`delete from timers where id = ${ofTimer(4)}`)],
  [
    'totals of tickets are older than daily totals',
    async () => {
      await sql(`delete from timers where id = ${ofTimer(5)}`);
      await refreshWithout(world.database.pool, 'daily sums');
    },
  ],
];

test.each(changes)('tickets are in the order of their spans, page by page, after %s', async (_what, change) => {
  await change();
  await expectOrders();
});

test('an exact key comes first whenever it was worked on', async () => {
  const { tickets } = await list(maya, { sort: 'worked', search: 'API-1', limit: '3' });
  expect(tickets.map(({ key }) => key)).toEqual(['API-1', 'API-10', 'API-11']);
  const old = await list(maya, { sort: 'worked', search: 'api-15', limit: '1' });
  expect(old.tickets.map(({ key }) => key)).toEqual(['API-15']);
});

test('each ticket shows when the caller last used it, in any order', async () => {
  for (const sort of ['used', 'worked', 'tracked', 'key']) {
    const { tickets } = await list(maya, { sort, limit: '100' });
    const used = Object.fromEntries(tickets.map(({ key, lastUsedAt }) => [key, lastUsedAt?.getTime()]));
    expect(used['API-1'], sort).toBe(NOW - 0.5 * DAY_MS - HOUR_MS);
    expect(used['API-3'], sort).toBe(NOW - 101.5 * DAY_MS - HOUR_MS);
    expect(used['API-17'], sort).toBeUndefined();
  }
});
