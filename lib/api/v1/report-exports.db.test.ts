import { parse } from 'csv-parse/sync';
import readXlsxFile from 'read-excel-file/node';
import { extractText } from 'unpdf';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { COLUMN_NAMES } from '#/lib/analytics/exports/column-schemas.ts';
import { exportedEntryOut } from '#/lib/analytics/exports/entry-json.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#/lib/core/duration.ts';
import { newId } from '#/lib/core/ids.ts';
import { listTimers } from '#/lib/tracking/timers/list-timers.ts';
import { listTimersQuery } from '#/lib/tracking/timers/timer-input-schemas.ts';
import { APP_URL, apiFor, apiKeyFor, apiOf } from '#/test/api-client.ts';
import { eventually } from '#/test/eventually.ts';
import { recordTime } from '#/test/recorded-time.ts';
import { testWorld, type World } from '#/test/world.ts';

const MARCH = 'from=2026-03-01&to=2026-03-31';

let world: World;
let owner: Ctx;
let member: Ctx;

beforeAll(async () => {
  world = await testWorld();
});
beforeEach(async () => {
  world.clock.set('2026-04-10T09:00:00.123Z');
  owner = await world.member({ timeZone: 'Europe/Berlin' });
  member = await world.member({
    workspaceId: owner.actor.workspaceId,
    role: 'member',
    timeZone: 'America/New_York',
  });
});
afterEach(() => {
  vi.unstubAllEnvs();
});

async function exported(ctx: Ctx, query: string, init: RequestInit = {}) {
  const headers = { authorization: `Bearer ${await apiKeyFor(world, ctx)}` };
  return apiOf(world).request(`${APP_URL}/api/v1/reports/export?${query}`, { headers, ...init });
}

async function csv(ctx: Ctx, query: string): Promise<Record<string, string>[]> {
  const response = await exported(ctx, `format=csv&${query}`);
  expect(response.status).toBe(200);
  return parse(await response.text(), { columns: true });
}

async function lines(ctx: Ctx, query: string) {
  const text = await (await exported(ctx, `format=jsonl&${query}`)).text();
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => exportedEntryOut.parse(JSON.parse(line)));
}

const sum = (values: Iterable<number>) => [...values].reduce((total, value) => total + value, 0);

describe('a CSV file', () => {
  test('has a row per span, cut at its member’s midnight, with local times and durations in two formats', async () => {
    await recordTime(world, owner, [['2026-03-03T22:30:00Z', '2026-03-04T00:15:30Z']], {
      title: 'Late',
      tags: ['a', 'b'],
    });
    const rows = await csv(owner, MARCH);
    expect(
      rows.map(({ date, start, end, exact_time, exact_hours, exact_ms }) => ({
        date,
        start,
        end,
        exact_time,
        exact_hours,
        exact_ms,
      })),
    ).toEqual([
      {
        date: '2026-03-03',
        start: '2026-03-03 23:30:00',
        end: '2026-03-04 00:00:00',
        exact_time: '0:30:00',
        exact_hours: '0.5000',
        exact_ms: '1800000',
      },
      {
        date: '2026-03-04',
        start: '2026-03-04 00:00:00',
        end: '2026-03-04 01:15:30',
        exact_time: '1:15:30',
        exact_hours: '1.2583',
        exact_ms: '4530000',
      },
    ]);
    expect(rows[0]).toMatchObject({
      title: 'Late',
      tags: 'a, b',
      member: 'Maya',
      time_zone: 'Europe/Berlin',
      type: 'manual',
      origin: 'live',
      created_via: 'api',
      flags: '',
    });
    expect(Object.keys(rows[0] ?? {})).toEqual(COLUMN_NAMES);
  });

  test('is named after its range, and has a byte order mark and the chosen columns if requested', async () => {
    await recordTime(world, owner, [['2026-03-03T09:00:00Z', '2026-03-03T10:00:00Z']]);
    const response = await exported(owner, `${MARCH}&bom=true&columns=exact_hours,date`);
    expect(response.headers.get('content-disposition')).toBe(
      'attachment; filename="time-2026-03-01-to-2026-03-31.csv"',
    );
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes.toString()).toBe('\ufeffexact_hours,date\r\n1.0000,2026-03-03\r\n');
  });

  test('turns texts that a spreadsheet would treat as formulas into plain texts', async () => {
    const titles = ['=1+1', '+1', '-1', '@SUM(A1)'];
    for (const [at, title] of titles.entries()) {
      await recordTime(world, owner, [[Date.UTC(2026, 2, 3, at), Date.UTC(2026, 2, 3, at + 1)]], { title });
    }
    expect((await csv(owner, MARCH)).map(({ title }) => title)).toEqual(titles.map((title) => `'${title}`));
  });
});

test('time of a running timer is exported up to now, and discarded timers are left out', async () => {
  const api = await apiFor(world, owner);
  await api('POST', '/timers/start', { title: 'Gone' });
  const current = await api<{ timer: { id: string } }>('GET', '/timers/current');
  await api('POST', `/timers/${current.body.timer.id}/discard`);
  await api('POST', '/timers/start', { title: 'On' });
  world.clock.advance(90 * MINUTE_MS);
  const [entry, ...rest] = await lines(owner, 'from=2026-04-01&to=2026-04-30');
  expect(rest).toEqual([]);
  expect(entry).toMatchObject({
    title: 'On',
    exact_ms: 90 * MINUTE_MS,
    flags: ['running'],
    ended_at: '2026-04-10T10:30:00.123Z',
  });
});

describe('random time of members in three zones', () => {
  const zones = ['Pacific/Apia', 'Europe/Berlin', 'America/Havana'];
  let members: Ctx[];

  beforeEach(async () => {
    const workspaceId = owner.actor.workspaceId;
    members = await Promise.all(zones.map((timeZone) => world.member({ workspaceId, role: 'member', timeZone })));
    await world.db.user.update({ where: { id: members[2]?.actor.userId as string }, data: { dayStartHour: 4 } });
    let seed = 7;
    const random = () => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed / 2_147_483_647;
    };
    for (const one of members) {
      let at = Date.UTC(2026, 1, 27);
      for (let timer = 0; timer < 40; timer += 1) {
        const stretches: [number, number][] = [];
        for (let stretch = 0; stretch < 3; stretch += 1) {
          const from = at + Math.floor(random() * 6 * HOUR_MS);
          at = from + 1 + Math.floor(random() * 7 * HOUR_MS);
          stretches.push([from, at]);
        }
        await recordTime(world, one, stretches);
      }
    }
  });

  test('adds up to its spans, and each day to the total that its member sees', async () => {
    const rows = await lines(owner, 'from=2026-02-01&to=2026-04-09');
    const { rows: all } = await world.database.pool.query<{ ms: number }>(
      `select sum(extract(epoch from ended_at - started_at) * 1000)::float8 as ms from timer_spans where workspace_id = $1`,
      [owner.actor.workspaceId],
    );
    expect(sum(rows.map(({ exact_ms }) => exact_ms))).toBe(all[0]?.ms);
    for (const one of members) {
      const { days } = await listTimers(one, listTimersQuery.parse({ from: '2026-03-05', to: '2026-04-09' }));
      const own = await lines(one, 'from=2026-03-05&to=2026-04-09');
      const byDay = Object.groupBy(own, ({ date }) => date);
      const seen = Object.entries(byDay).map(([date, some]) => [
        date,
        sum((some ?? []).map(({ exact_ms }) => exact_ms)),
      ]);
      const wanted = days.filter(({ elapsedMs }) => elapsedMs > 0).map(({ date, elapsedMs }) => [date, elapsedMs]);
      expect(seen.sort()).toEqual(wanted.sort());
    }
  });

  test.each([
    ['up', Math.ceil],
    ['down', Math.floor],
    ['nearest', Math.round],
  ])('rounded %s, the rows of each timer or of each day add up to its rounded time', async (round, toUnits) => {
    const unit = 15 * MINUTE_MS;
    for (const per of ['entry', 'day']) {
      const rows = await lines(owner, `from=2026-02-01&to=2026-04-09&round=${round}&round_per=${per}`);
      const groups = Object.groupBy(rows, ({ timer_id, user_id, date }) =>
        per === 'entry' ? timer_id : `${user_id} ${date}`,
      );
      for (const group of Object.values(groups)) {
        const exact = sum((group ?? []).map(({ exact_ms }) => exact_ms));
        expect(sum((group ?? []).map(({ rounded_ms }) => rounded_ms))).toBe(toUnits(exact / unit) * unit);
      }
    }
  });
});

test('a workbook has dates and durations to calculate with, and texts that are no formulas', async () => {
  await recordTime(world, owner, [['2026-03-03T09:00:00Z', '2026-03-03T10:30:00Z']], { title: '=HYPERLINK("x")' });
  const response = await exported(
    owner,
    `format=xlsx&${MARCH}&columns=date,start,exact_time,exact_hours,exact_ms,title`,
  );
  const [sheet] = await readXlsxFile(Buffer.from(await response.arrayBuffer()));
  expect(sheet?.data).toEqual([
    ['date', 'start', 'exact_time', 'exact_hours', 'exact_ms', 'title'],
    [
      new Date('2026-03-03T00:00:00Z'),
      new Date('2026-03-03T10:00:00Z'),
      new Date('1899-12-30T01:30:00Z'),
      1.5,
      5_400_000,
      '=HYPERLINK("x")',
    ],
  ]);
});

describe('a timesheet', () => {
  test('lists a member’s days, entries, projects and total, with a line to sign', async () => {
    const project = await world.db.project.create({
      data: { id: newId(), workspaceId: owner.actor.workspaceId, name: 'Żółć Проект' },
    });
    await world.db.user.update({ where: { id: owner.actor.userId }, data: { name: 'Jürgen Łukasz' } });
    const about = { title: 'Übergabe “final”', projectId: project.id };
    await recordTime(world, owner, [['2026-03-03T08:00:00Z', '2026-03-03T09:30:00Z']], about);
    await recordTime(world, owner, [['2026-03-04T08:00:00Z', '2026-03-04T08:20:00Z']]);
    await recordTime(world, member, [['2026-03-04T08:00:00Z', '2026-03-04T08:20:00Z']], { title: 'Somebody else' });
    const response = await exported(owner, 'format=pdf&from=2026-03-02&to=2026-03-08&round=up');
    expect(response.headers.get('content-type')).toBe('application/pdf');
    const { text } = await extractText(new Uint8Array(await response.arrayBuffer()), { mergePages: true });
    const words = text.replaceAll(/\s+/g, ' ');
    for (const part of [
      'Jürgen Łukasz',
      'Mon, Mar 2, 2026 to Sun, Mar 8, 2026',
      'Tue, Mar 3, 2026',
      '09:00 – 10:30',
      'Żółć Проект · Übergabe “final”',
      'Without a title',
      'No project',
      '0:20:00 0:30:00',
      'Total 1:50:00 2:00:00',
      'Date, signature',
      'Page 1 of 1',
    ]) {
      expect(words).toContain(part);
    }
    expect(words).not.toContain('Somebody else');
  });

  test('is rejected for several members and for more than a month', async () => {
    const many = await exported(owner, `format=pdf&${MARCH}&user_id=${owner.actor.userId},${member.actor.userId}`);
    expect(await many.json()).toMatchObject({ status: 400, code: 'timesheet_of_many' });
    const long = await exported(owner, 'format=pdf&from=2026-03-01&to=2026-04-01');
    expect(await long.json()).toMatchObject({ status: 400, code: 'range_invalid' });
  });
});

describe('permission to export', () => {
  beforeEach(async () => {
    await recordTime(world, owner, [['2026-03-03T09:00:00Z', '2026-03-03T10:00:00Z']], { title: 'Of the owner' });
    await recordTime(world, member, [['2026-03-03T09:00:00Z', '2026-03-03T10:00:00Z']], { title: 'Of the member' });
    const outsider = await world.member();
    await recordTime(world, outsider, [['2026-03-03T09:00:00Z', '2026-03-03T10:00:00Z']], { title: 'Of a stranger' });
  });
  const titles = async (ctx: Ctx, query: string) => (await csv(ctx, query)).map(({ title }) => title).sort();

  test('an owner exports everyone’s time of the workspace, or that of those they name', async () => {
    expect(await titles(owner, MARCH)).toEqual(['Of the member', 'Of the owner']);
    expect(await titles(owner, `${MARCH}&user_id=${member.actor.userId}`)).toEqual(['Of the member']);
  });

  test('a member exports their own time, and gets an error for someone else’s', async () => {
    expect(await titles(member, MARCH)).toEqual(['Of the member']);
    const response = await exported(member, `${MARCH}&user_id=${owner.actor.userId}`);
    expect(await response.json()).toMatchObject({ status: 403, required_scope: 'timers:read_all' });
  });
});

test('filters by project, ticket, tag and type apply', async () => {
  const workspaceId = owner.actor.workspaceId;
  const project = await world.db.project.create({ data: { id: newId(), workspaceId, name: 'API' } });
  const ticket = await world.db.ticket.create({ data: { id: newId(), workspaceId, key: 'API-1', title: 'One' } });
  const hour = (at: number): [number, number][] => [[Date.UTC(2026, 2, 3, at), Date.UTC(2026, 2, 3, at + 1)]];
  await recordTime(world, owner, hour(1), { title: 'project', projectId: project.id });
  await recordTime(world, owner, hour(2), { title: 'ticket', ticketId: ticket.id });
  await recordTime(world, owner, hour(3), { title: 'tag', tags: ['x, y'] });
  const titles = async (query: string) => (await lines(owner, `${MARCH}&${query}`)).map(({ title }) => title);
  expect(await titles(`project_id=${project.id}`)).toEqual(['project']);
  expect(await titles(`project_id=${project.id},none`)).toEqual(['project', 'ticket', 'tag']);
  expect(await titles('ticket=api-1')).toEqual(['ticket']);
  expect(await titles(`ticket=${ticket.id}`)).toEqual(['ticket']);
  expect(await titles('tag=x%252C%20y')).toEqual(['tag']);
  expect(await titles('type=pomodoro')).toEqual([]);
});

test('bounds cut the time, and one zone for all shifts days, which begin at the caller’s hour', async () => {
  await recordTime(world, member, [['2026-03-03T03:00:00Z', '2026-03-03T06:00:00Z']]);
  const cut = await lines(owner, 'from=2026-03-03T04:00:00Z&to=2026-03-03T04:30:00Z');
  expect(cut.map(({ date, exact_ms }) => [date, exact_ms])).toEqual([['2026-03-02', 30 * MINUTE_MS]]);
  await world.db.user.update({ where: { id: owner.actor.userId }, data: { dayStartHour: 13 } });
  const inTokyo = await lines(owner, `${MARCH}&time_zone=Asia/Tokyo`);
  // From 12:00 to 15:00 there, where the owner's day begins at 13:00.
  expect(inTokyo.map(({ date, exact_ms }) => [date, exact_ms])).toEqual([
    ['2026-03-02', HOUR_MS],
    ['2026-03-03', 2 * HOUR_MS],
  ]);
});

test('ranges that end before they begin, or are longer than ten years, are rejected', async () => {
  for (const range of ['from=2026-03-02&to=2026-03-01', 'from=2000-01-01&to=2026-03-01']) {
    expect(await (await exported(owner, range)).json()).toMatchObject({ status: 400, code: 'range_invalid' });
  }
});

test('an export too long to be sent at once is left to a worker', async () => {
  vi.stubEnv('EXPORT_DIRECT_ROWS', '1');
  for (const day of [3, 13]) {
    await recordTime(world, owner, [[Date.UTC(2026, 2, day), Date.UTC(2026, 2, day) + HOUR_MS]]);
  }
  expect(await (await exported(owner, MARCH)).json()).toMatchObject({ status: 400, code: 'export_too_large' });
  expect(await csv(owner, 'from=2026-03-03&to=2026-03-03')).toHaveLength(1);
});

/** 1,200 spans, more than one batch. */
async function manyEntries(): Promise<void> {
  for (let day = 0; day < 30; day += 1) {
    const from = Date.UTC(2026, 2, 1, 12) + day * DAY_MS;
    const stretches = Array.from({ length: 40 }, (_, at): [number, number] => [
      from + at * MINUTE_MS,
      from + at * MINUTE_MS + 1,
    ]);
    await recordTime(world, owner, stretches);
  }
}

test('clients that read nothing hold up no one, and lose nothing', async () => {
  await manyEntries();
  const slow = await Promise.all(Array.from({ length: 6 }, () => exported(owner, `${MARCH}&format=jsonl`)));
  expect(slow.map(({ status }) => status)).toEqual(slow.map(() => 200));
  expect(await lines(owner, MARCH)).toHaveLength(1_200);
  for (const response of slow) {
    const size = Number(response.headers.get('content-length'));
    const text = await response.text();
    expect(text.trimEnd().split('\n')).toHaveLength(1_200);
    expect(size).toBe(Buffer.byteLength(text));
  }
});

test('a client that disconnects early, or sends HEAD, leaves no transaction open', async () => {
  await manyEntries();
  for (const format of ['csv', 'xlsx', 'jsonl']) {
    const response = await exported(owner, `${MARCH}&format=${format}`);
    await response.body?.cancel();
    const head = await exported(owner, `${MARCH}&format=${format}`, { method: 'HEAD' });
    expect(head.status).toBe(200);
  }
  await eventually(async () => {
    const { rows } = await world.database.pool.query(
      `select query from pg_stat_activity where datname = current_database() and query like 'fetch%' and state <> 'idle'`,
    );
    expect(rows).toEqual([]);
  });
});
