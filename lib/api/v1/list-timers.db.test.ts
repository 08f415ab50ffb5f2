import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Ctx } from '#/lib/context/context.ts';
import { encodeCursor } from '#/lib/core/cursor.ts';
import type { StartTimerJson, TimerListJson } from '#/lib/tracking/timers/timer-schemas.ts';
import { type ApiClient, apiFor } from '#/test/api-client.ts';
import { expectUnchanged } from '#/test/untouched.ts';
import { testWorld, type World } from '#/test/world.ts';

let world: World;
let maya: Ctx;
let api: ApiClient;

beforeAll(async () => {
  world = await testWorld();
});
beforeEach(async () => {
  world.clock.set('2026-03-10T09:00:00.123Z');
  maya = await world.member({ timeZone: 'Europe/Berlin' });
  api = await apiFor(world, maya);
});

const NOBODY = '0190f5fe-7c00-7a00-8000-000000000001';

const list = (query = '') => api<TimerListJson>('GET', `/timers${query}`);

/** Starts a timer, lets it run for this many milliseconds, and ends it. */
async function work(body: unknown = {}, ms = 60_000, end: 'stop' | 'pause' | 'discard' = 'stop'): Promise<string> {
  const { timer } = (await api<StartTimerJson>('POST', '/timers/start', body)).body;
  world.clock.advance(ms);
  await api('POST', `/timers/${timer.id}/${end}`);
  return timer.id;
}

const idsOf = async (query?: string) => (await list(query)).body.timers.map(({ id }) => id);

describe('a list is rejected', () => {
  test.each([
    ['date=2026-02-30', '#/query/date'],
    ['date=2026-13-01', '#/query/date'],
    ['date=tomorrow', '#/query/date'],
    ['date=1969-12-31', '#/query/date'],
    ['date=2026-03-10T09:00:00Z', '#/query/date'],
    ['from=2026-02-30', '#/query/from'],
    ['from=2026-02-30T00:00:00Z', '#/query/from'],
    ['from=2026-03-10T00:00:00', '#/query/from'],
    ['from=2026-03-10T00:00:00+01:00', '#/query/from'], // the plus sign is a space in a URL
    ['to=10000-01-01', '#/query/to'],
    ['date=2026-03-10&from=2026-03-09', '#/query/date'],
    ['user_id=me', '#/query/user_id'],
    ['status=active', '#/query/status'],
    ['status=', '#/query/status'],
    ['tag=', '#/query/tag'],
    ['ticket=', '#/query/ticket'],
    [`ticket=${'x'.repeat(65)}`, '#/query/ticket'],
    ['limit=0', '#/query/limit'],
    ['limit=201', '#/query/limit'],
    ['limit=1.5', '#/query/limit'],
    ['limit=1e400', '#/query/limit'],
    ['limit=', '#/query/limit'],
    ['limit=ten', '#/query/limit'],
    ['limit=1&limit=2', '#/query/limit'],
    ['status=running&status=paused', '#/query/status'],
    ['page=2', '#/query/page'],
    ['__proto__=1', '#/query/__proto__'],
    ['tag=%00', '#/query/tag'],
    [`cursor=${'x'.repeat(2_001)}`, '#/query/cursor'],
  ])('for %s', async (query, pointer) => {
    const response = await expectUnchanged(world, () => list(`?${query}`));
    expect(response).toMatchObject({ status: 400, body: { code: 'input_invalid', errors: [{ pointer }] } });
  });

  test.each([
    ['letters', 'nonsense'],
    ['a truncated one', encodeCursor(['2026-03-10T09:00:00.123Z', NOBODY]).slice(0, -5)],
    ['one of another list', encodeCursor(['api', NOBODY])],
    ['the year zero', encodeCursor(['0000-01-01T00:00:00Z', NOBODY])],
    ['SQL', encodeCursor(['2026-03-10T09:00:00.123Z', "' or true --"])],
  ])('for a cursor of %s', async (_what, cursor) => {
    expect(await list(`?cursor=${cursor}`)).toMatchObject({
      status: 400,
      body: { code: 'cursor_invalid', errors: [{ pointer: '#/query/cursor' }] },
    });
  });

  test.each(['Mars/Olympus', '%2B02:00', 'CET', 'IST', '', 'US/Pacific-New', "x'y", `A/${'x'.repeat(62)}`])(
    'for the time zone %j',
    async (zone) => {
      expect(await list(`?time_zone=${zone}`)).toMatchObject({
        status: 400,
        body: { code: 'time_zone_unknown', errors: [{ pointer: '#/query/time_zone' }] },
      });
    },
  );

  test.each([
    ['from=2026-03-10&to=2026-03-09', 'The range must end after it begins.'],
    ['from=2026-03-10T09:00:00Z&to=2026-03-10T09:00:00Z', 'The range must end after it begins.'],
    ['from=2025-01-01&to=2026-02-05', 'The range is longer than 400 days. Ask for less at a time.'],
    ['from=1970-01-01&to=9998-12-31', 'The range is longer than 400 days. Ask for less at a time.'],
  ])('for the range %s', async (query, detail) => {
    expect(await list(`?${query}`)).toMatchObject({ status: 400, body: { code: 'range_invalid', detail } });
  });

  test("for another member's timers, without permission to read them", async () => {
    const leo = await world.member({ workspaceId: maya.actor.workspaceId, role: 'member' });
    const theirs = await apiFor(world, leo);
    expect(await theirs('GET', `/timers?user_id=${maya.actor.userId}`)).toMatchObject({
      status: 403,
      body: { code: 'forbidden', required_scope: 'timers:read_all' },
    });
  });

  test('for a person outside the workspace, as if they did not exist', async () => {
    const outsider = await world.member();
    for (const id of [outsider.actor.userId, NOBODY]) {
      expect(await list(`?user_id=${id}`)).toMatchObject({ status: 404, body: { code: 'member_not_found' } });
    }
  });
});

describe('a list', () => {
  test('without timers has its whole shape', async () => {
    expect((await list()).body).toEqual({
      timers: [],
      totals: { elapsed_ms: 0, as_of: '2026-03-10T09:00:00.123Z', time_zone: 'Europe/Berlin', days: [] },
      next_cursor: null,
      server_time: '2026-03-10T09:00:00.123Z',
    });
  });

  test('shows the newest first, with the day and the total', async () => {
    const first = await work({ title: 'First' }, 60_001);
    const second = await work({ title: 'Second' }, 30_000, 'pause');
    const { status, body } = await list('?date=2026-03-10');
    expect([status, body.timers.map(({ id }) => id)]).toEqual([200, [second, first]]);
    expect(body.totals).toEqual({
      elapsed_ms: 90_001,
      as_of: body.server_time,
      time_zone: 'Europe/Berlin',
      days: [
        {
          date: '2026-03-10',
          starts_at: '2026-03-09T23:00:00.000Z',
          ends_at: '2026-03-10T23:00:00.000Z',
          elapsed_ms: 90_001,
          timers: 2,
        },
      ],
    });
    expect(body.timers[0]).toEqual((await api<StartTimerJson>('GET', `/timers/${second}`)).body.timer);
  });

  test('of the day before yesterday is empty, with the length of that day', async () => {
    await work();
    const { body } = await list('?date=2026-03-08&time_zone=America/St_Johns');
    expect(body.timers).toEqual([]);
    expect(body.totals.days).toMatchObject([
      { starts_at: '2026-03-08T03:30:00.000Z', ends_at: '2026-03-09T02:30:00.000Z' },
    ]);
  });

  test('hides discarded timers, also from the totals, unless they are requested', async () => {
    const remaining = await work();
    const thrown = await work({}, 5_000, 'discard');
    expect((await list()).body).toMatchObject({ timers: [{ id: remaining }], totals: { elapsed_ms: 60_000 } });
    expect((await list('?status=discarded')).body).toMatchObject({
      timers: [{ id: thrown }],
      totals: { elapsed_ms: 5_000, days: [{ timers: 1 }] },
    });
  });

  test.each([
    ['status=stopped', ['stopped', 'tagged', 'ticketed']],
    ['status=paused', ['paused']],
    ['status=running', ['running']],
    ['status=completed', []],
    ['tag=deep', ['tagged']],
    ['tag=Deep', []],
    ['ticket=API-412', ['ticketed']],
    ['ticket=api-412', ['ticketed']],
    ['ticket=API_412', []],
    ['ticket=%25', []],
    ['tag=deep&status=paused', []],
    [`ticket=${NOBODY}`, []],
  ])('with %s', async (query, expected) => {
    const ids: Record<string, string> = {};
    ids.stopped = await work();
    ids.tagged = await work({ tags: ['deep', 'api'] });
    ids.ticketed = await work({ ticket_key: 'API-412', create_ticket: true });
    ids.paused = await work({}, 1_000, 'pause');
    ids.running = (await api<StartTimerJson>('POST', '/timers/start', {})).body.timer.id;
    expect((await idsOf(`?${query}`)).sort()).toEqual(expected.map((name) => ids[name]).sort());
  });

  test('finds a ticket by its id too, even in uppercase', async () => {
    const id = await work({ ticket_key: 'API-412', create_ticket: true });
    const { timer } = (await api<StartTimerJson>('GET', `/timers/${id}`)).body;
    expect(await idsOf(`?ticket=${timer.ticket?.id.toUpperCase()}`)).toEqual([id]);
  });

  test("of another member is in that member's time zone", async () => {
    const leo = await world.member({ workspaceId: maya.actor.workspaceId, role: 'member', timeZone: 'Asia/Kolkata' });
    expect((await list(`?user_id=${leo.actor.userId}`)).body.totals.time_zone).toBe('Asia/Kolkata');
  });

  test('shows nothing of the same person’s other workspace', async () => {
    const elsewhere = await apiFor(world, await world.member({ userId: maya.actor.userId }));
    await elsewhere('POST', '/timers/start', { title: 'Elsewhere' });
    world.clock.advance(60_000);
    expect((await list()).body).toMatchObject({ timers: [], totals: { elapsed_ms: 0, days: [] } });
  });
});

describe('pages', () => {
  async function walk(query: string, between: () => Promise<unknown> = async () => {}): Promise<string[][]> {
    const pages: string[][] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const { status, body }: { status: number; body: TimerListJson } = await list(`?${query}&cursor=${cursor}`);
      expect(status).toBe(200);
      pages.push(body.timers.map(({ id }) => id));
      cursor = body.next_cursor;
      await between();
    }
    return pages;
  }

  test('follow each other without gap or repeat while new timers are started', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 7; count += 1) ids.unshift(await work());
    const pages = await walk('limit=2', () => work());
    expect(pages.map((page) => page.length)).toEqual([2, 2, 2, 1]);
    expect(pages.flat()).toEqual(ids);
  });

  test('keep timers of the very same instant apart', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 5; count += 1) ids.push(await work({}, 0));
    const pages = await walk('limit=1');
    expect(pages.map((page) => page.length)).toEqual([1, 1, 1, 1, 1]);
    expect(new Set(pages.flat())).toEqual(new Set(ids));
  });

  test('have the totals of the whole list, not of the page', async () => {
    for (let count = 0; count < 3; count += 1) await work();
    const first = (await list('?limit=1')).body;
    const second = (await list(`?limit=1&cursor=${first.next_cursor}`)).body;
    expect([first.totals.elapsed_ms, second.totals.elapsed_ms]).toEqual([180_000, 180_000]);
  });

  test('end with null, even when the last one is full', async () => {
    await work();
    await work();
    expect((await list('?limit=2')).body.next_cursor).toBeNull();
  });
});
