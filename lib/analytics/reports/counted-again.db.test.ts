import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { editSettings } from '#/lib/accounts/users/edit-settings.ts';
import { refreshDailyTotals } from '#/lib/analytics/daily-totals/refresh-daily-totals.ts';
import { getDailyTotals } from '#/lib/analytics/reports/get-daily-totals.ts';
import { getReportSummary } from '#/lib/analytics/reports/get-report-summary.ts';
import { getTicketReport } from '#/lib/analytics/reports/get-ticket-report.ts';
import { dailyTotalsQuery, reportSummaryQuery } from '#/lib/analytics/reports/report-query-schemas.ts';
import { ticketReportQuery } from '#/lib/analytics/reports/ticket-report-schemas.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#/lib/core/duration.ts';
import { newId } from '#/lib/core/ids.ts';
import { recordTimer } from '#/test/recorded-time.ts';
import { scaled } from '#/test/scale.ts';
import { testWorld, type World } from '#/test/world.ts';

// Reports read stored totals, and count timers that have changed since from their spans. Here all timers are marked as
// changed, so that the same report is counted only from spans: both must agree, whatever was tracked, changed and
// requested.

const NOW = '2026-12-09T12:00:00.000Z';
/** Clocks go back or forward in two of the zones, and months end, within the weeks after it. */
const BEGAN = Date.parse('2026-09-24T00:00:00Z');
const ZONES = ['America/St_Johns', 'Australia/Lord_Howe', 'Asia/Kolkata'] as const;
/** Of tickets, in seconds: two are equal, so that their order is decided by the next criterion. */
const ESTIMATES = [3_600, 3_600, 90_000, null, null];

let world: World;

beforeAll(async () => {
  world = await testWorld();
  world.clock.set(NOW);
});

const lengths = fc.oneof(
  fc.constantFrom(HOUR_MS, 30 * MINUTE_MS),
  fc.integer({ min: 1, max: 90 * MINUTE_MS }),
  fc.integer({ min: 1, max: 50 * HOUR_MS }),
);
const gaps = fc.oneof(fc.nat({ max: 9 * HOUR_MS }), fc.nat({ max: 12 * DAY_MS }));
const drawnTimer = fc.record({
  person: fc.nat({ max: 2 }),
  walk: fc.array(fc.tuple(gaps, lengths), { minLength: 1, maxLength: 3 }),
  type: fc.constantFrom('manual', 'pomodoro', 'countdown', 'interval'),
  tags: fc.subarray(['deep', 'review']),
  origin: fc.constantFrom('live', 'entered'),
  project: fc.option(fc.nat({ max: 1 })),
  ticket: fc.option(fc.nat({ max: ESTIMATES.length - 1 })),
});
const change = fc.record({
  kind: fc.constantFrom(
    'refresh',
    'refresh',
    'cut',
    'delete',
    'discard',
    'tags',
    'ticket',
    'ticket gone',
    'owner moves',
  ),
  which: fc.nat({ max: 99 }),
});
const drawnHistory = fc.record({
  timers: fc.array(drawnTimer, { minLength: 1, maxLength: 12 }),
  /** After this many timers, totals are refreshed. */
  refreshedAfter: fc.nat({ max: 12 }),
  runs: fc.subarray([0, 1, 2]),
  changes: fc.array(change, { maxLength: 6 }),
});
type History = typeof drawnHistory extends fc.Arbitrary<infer T> ? T : never;

const GROUPINGS = ['day', 'week', 'month', 'member', 'project', 'ticket', 'tag', 'type'];
const filters = fc.record(
  {
    user_id: fc.constantFrom([0], [1, 2]),
    project_id: fc.constantFrom('none', 'Core API', 'none,Web app'),
    ticket: fc.constantFrom('none', 'API-1,none', 'API-2,API-4'),
    tag: fc.constantFrom('deep', 'deep,review'),
    type: fc.constantFrom('pomodoro', 'manual,interval'),
  },
  { requiredKeys: [] },
);
type Filters = typeof filters extends fc.Arbitrary<infer T> ? T : never;
const perhapsFiltered: fc.Arbitrary<Filters> = fc.oneof(
  { weight: 2, arbitrary: fc.constant({}) },
  { weight: 1, arbitrary: filters },
);
const params = fc.record({
  first: fc.nat({ max: 40 }),
  days: fc.integer({ min: 1, max: 80 }),
  levels: fc.shuffledSubarray(GROUPINGS, { minLength: 1, maxLength: 2 }),
  part: fc.constantFrom('member', 'project', 'ticket', 'tag', 'type'),
  sort: fc.constantFrom('over', 'tracked', 'key'),
  limit: fc.constantFrom(1, 2, 3, 200),
  own: fc.boolean(),
  filters: perhapsFiltered,
});
type Params = typeof params extends fc.Arbitrary<infer T> ? T : never;

type People = { lead: Ctx; people: Ctx[]; projects: string[]; tickets: string[] };

test('reports are the same from stored totals and from spans alone', async () => {
  const property = fc.asyncProperty(
    drawnHistory,
    fc.array(params, { minLength: 1, maxLength: 2 }),
    async (drawn, asked) => {
      const some = await hire();
      await happen(some, drawn);
      const stored = await Promise.all(asked.map((one) => ask(some, one)));
      await world.database.pool.query(
        `insert into changed_timers (workspace_id, timer_id, xid)
       select workspace_id, id, 0 from timers where workspace_id = $1`,
        [some.lead.actor.workspaceId],
      );
      expect(stored).toEqual(await Promise.all(asked.map((one) => ask(some, one))));
    },
  );
  await fc.assert(property, { numRuns: scaled(12, 150) });
});

async function hire(): Promise<People> {
  const lead = await world.member();
  const { workspaceId } = lead.actor;
  const people = await Promise.all(ZONES.map((timeZone) => world.member({ timeZone, workspaceId, role: 'member' })));
  await editSettings(people[1] as Ctx, { day_start_hour: 3, day_target_seconds: 14_400 });
  const projects = ['Core API', 'Web app'].map((name) => ({ id: newId(), workspaceId, name }));
  await world.db.project.createMany({ data: projects });
  const tickets = ESTIMATES.map((estimateSeconds, index) => ({
    ...{ id: newId(), workspaceId, key: `API-${index}`, title: `About ${index}`, estimateSeconds },
  }));
  await world.db.ticket.createMany({ data: tickets });
  return { lead, people, projects: projects.map(({ id }) => id), tickets: tickets.map(({ id }) => id) };
}

async function happen({ people, projects, tickets }: People, { timers, refreshedAfter, runs, changes }: History) {
  const free = people.map(() => BEGAN);
  const ids: string[] = [];
  const record = (person: number, timer: Parameters<typeof recordTimer>[2]) =>
    recordTimer(world.database.pool, people[person] as Ctx, timer);
  for (const [index, { person, walk, project, ticket, ...facts }] of timers.entries()) {
    if (index === refreshedAfter) await refresh();
    const spans = walk.map(([gap, length]): [number, number] => {
      const from = (free[person] as number) + gap;
      free[person] = from + length;
      return [from, from + length];
    });
    const about = {
      projectId: project === null ? null : projects[project],
      ticketId: ticket === null ? null : tickets[ticket],
    };
    ids.push(await record(person, { ...facts, spans, ...about } as Parameters<typeof recordTimer>[2]));
  }
  for (const person of runs) {
    const from = (free[person] as number) + HOUR_MS;
    if (from < Date.parse(NOW)) await record(person, { spans: [[from, null]], ticketId: tickets[person] ?? null });
  }
  for (const { kind, which } of changes) {
    const id = ids[which % ids.length] as string;
    await CHANGES[kind]?.(id, tickets[which % tickets.length] as string, people[which % people.length] as Ctx);
  }
}

const refresh = () => refreshDailyTotals({ db: world.db, clock: world.clock, requestId: null });
const sql = (text: string, ...values: string[]) => world.database.pool.query(text, values);

const CHANGES: Record<string, (timerId: string, ticketId: string, owner: Ctx) => Promise<unknown>> = {
  refresh,
  cut: (id) =>
    sql(
      `with span as (
         update timer_spans set ended_at = started_at + (ended_at - started_at) / 2
         where timer_id = $1 and started_at = (select max(started_at) from timer_spans where timer_id = $1)
         returning ended_at)
       update timers set ended_at = (select ended_at from span) where id = $1`,
      id,
    ),
  delete: (id) => sql('delete from timers where id = $1', id),
  discard: (id) =>
    sql(
      `with span as (update timer_spans set discarded = true where timer_id = $1)
       update timers set status = 'discarded', end_reason = 'discarded' where id = $1`,
      id,
    ),
  tags: (id) => sql(`update timers set tags = '{review}' where id = $1`, id),
  ticket: (id, ticketId) =>
    sql(`update timers set ticket_id = (select id from tickets where id = $2) where id = $1`, id, ticketId),
  'ticket gone': (_, ticketId) => sql('delete from tickets where id = $1', ticketId),
  'owner moves': (_, __, owner) => editSettings(owner, { time_zone: 'Pacific/Kiritimati', day_start_hour: 2 }),
};

/** Every report that reads totals, as requested by one person. */
async function ask({ lead, people }: People, { first, days, levels, part, sort, limit, own, filters }: Params) {
  const { user_id: of, ...rest } = filters;
  const whose = of && !own && { user_id: of.map((person) => people[person]?.actor.userId).join(',') };
  const from = BEGAN + first * DAY_MS;
  const range = { from: dayOf(from), to: dayOf(from + (days - 1) * DAY_MS), ...rest, ...whose };
  const ctx = own ? (people[0] as Ctx) : lead;
  const { byType, hours, ...summary } = await getReportSummary(
    ctx,
    reportSummaryQuery.parse({ ...range, group_by: levels.join(','), limit: String(limit) }),
  );
  return {
    summary,
    byType: sorted(byType),
    hours: sorted(hours),
    tickets: await getTicketReport(ctx, ticketReportQuery.parse({ ...range, sort, limit: String(limit) })),
    daily: await getDailyTotals(ctx, dailyTotalsQuery.parse({ ...range, group_by: part })),
  };
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

function sorted<T>(rows: readonly T[]): string[] {
  return rows.map((row) => JSON.stringify(row)).sort();
}
