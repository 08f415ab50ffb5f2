import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Ctx } from '#/lib/context/context.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#/lib/core/duration.ts';
import type { TicketListJson, TicketResponseJson, TicketSpanListJson } from '#/lib/tracking/tickets/ticket-schemas.ts';
import { type ApiClient, apiFor } from '#/test/api-client.ts';
import { testWorld, type World } from '#/test/world.ts';

/** A Thursday in Berlin, where the week began on Monday at midnight, 23:00 UTC the day before. */
const THURSDAY = new Date('2026-11-19T12:00:00Z');
const MONDAY = '2026-11-15T23:00:00.000Z';

let world: World;
let maya: Ctx;
let api: ApiClient;
let leo: ApiClient;

beforeAll(async () => {
  world = await testWorld();
});
beforeEach(async () => {
  world.clock.set(THURSDAY);
  maya = await world.member();
  api = await apiFor(world, maya);
  leo = await apiFor(world, await world.member({ workspaceId: maya.actor.workspaceId, role: 'member' }));
});

/** Records time on a ticket: how long before Thursday noon it began, and how long it lasted. */
async function work(client: ApiClient, ticket: string, agoMs: number, lengthMs: number): Promise<void> {
  world.clock.set(new Date(THURSDAY.getTime() - agoMs));
  const started = await client<{ timer: { id: string } }>('POST', '/timers/start', {
    ticket_key: ticket,
    create_ticket: true,
  });
  world.clock.advance(lengthMs);
  await client('POST', `/timers/${started.body.timer.id}/stop`, {});
  world.clock.set(THURSDAY);
}

const ticketOf = async (client: ApiClient, key: string) =>
  (await client<TicketResponseJson>('GET', `/tickets/${key}`)).body.ticket;
const list = async (client: ApiClient, query: string) => {
  const { status, body } = await client<TicketListJson>('GET', `/tickets?${query}`);
  expect(status).toBe(200);
  return body;
};
const keysOf = async (query: string) => (await list(api, query)).tickets.map(({ key }) => key);

describe('the time of a ticket', () => {
  test('is zero before anyone worked on it', async () => {
    await api('POST', '/tickets', { key: 'API-1' });
    expect((await ticketOf(api, 'API-1')).time).toEqual({
      of: 'everyone',
      tracked_ms: 0,
      week_ms: 0,
      running: 0,
      week_starts_at: MONDAY,
      last_worked_at: null,
      people: [],
    });
  });

  test('counts this week from the exact instant it began, and lists who worked', async () => {
    // From Sunday 23:00 to Monday 01:00 in Berlin: half of it is this week's.
    await work(api, 'API-1', THURSDAY.getTime() - Date.parse(MONDAY) + HOUR_MS, 2 * HOUR_MS);
    await work(leo, 'API-1', 3 * HOUR_MS, 3 * HOUR_MS);
    const { time } = await ticketOf(api, 'API-1');
    expect(time).toMatchObject({ of: 'everyone', tracked_ms: 5 * HOUR_MS, week_ms: 4 * HOUR_MS, running: 0 });
    expect(time?.last_worked_at).toBe(THURSDAY.toISOString());
    expect(time?.people.map(({ tracked_ms, week_ms }) => [tracked_ms, week_ms])).toEqual([
      [3 * HOUR_MS, 3 * HOUR_MS],
      [2 * HOUR_MS, HOUR_MS],
    ]);
  });

  test('is only one’s own for callers who may not read others’ time', async () => {
    await work(api, 'API-1', 3 * HOUR_MS, HOUR_MS);
    await work(leo, 'API-1', 3 * HOUR_MS, 2 * HOUR_MS);
    const { time } = await ticketOf(leo, 'API-1');
    expect(time).toMatchObject({ of: 'you', tracked_ms: 2 * HOUR_MS });
    expect(time?.people).toHaveLength(1);
    expect((await list(leo, 'sort=tracked&with_time=true')).tickets[0]?.time?.tracked_ms).toBe(2 * HOUR_MS);
  });

  test('grows while a timer runs, up to its cap, and excludes discarded timers', async () => {
    await work(api, 'API-1', 5 * HOUR_MS, HOUR_MS);
    const started = await api<{ timer: { id: string } }>('POST', '/timers/start', { ticket_key: 'API-1' });
    world.clock.advance(20 * MINUTE_MS);
    expect((await ticketOf(api, 'API-1')).time).toMatchObject({ tracked_ms: 80 * MINUTE_MS, running: 1 });
    world.clock.advance(2 * DAY_MS);
    expect((await ticketOf(api, 'API-1')).time).toMatchObject({ tracked_ms: 25 * HOUR_MS, running: 0 });
    world.clock.set(new Date(THURSDAY.getTime() + HOUR_MS));
    await api('POST', `/timers/${started.body.timer.id}/discard`, {});
    expect((await ticketOf(api, 'API-1')).time).toMatchObject({ tracked_ms: HOUR_MS, running: 0 });
  });

  test('is hidden from a key that may not read timers, and rejected when requested', async () => {
    await api('POST', '/tickets', { key: 'API-1' });
    const key = await apiFor(world, maya, { scopes: ['tickets:read'] });
    expect((await ticketOf(key, 'API-1')).time).toBeUndefined();
    for (const query of ['with_time=true', 'sort=worked', 'sort=tracked', `worked_since=${MONDAY}`]) {
      expect(await key('GET', `/tickets?${query}`)).toMatchObject({
        status: 403,
        body: { required_scope: 'timers:read' },
      });
    }
  });
});

describe('the list of tickets', () => {
  beforeEach(async () => {
    await work(api, 'API-10', 10 * DAY_MS, 4 * HOUR_MS);
    await work(leo, 'API-9', DAY_MS, HOUR_MS);
    await work(api, 'WEB-1', 2 * DAY_MS, 2 * HOUR_MS);
    await api('POST', '/tickets', { key: 'OPS-1', project: 'Operations' });
  });

  test.each([
    ['sort=worked', ['API-9', 'WEB-1', 'API-10', 'OPS-1']],
    ['sort=tracked', ['API-10', 'WEB-1', 'API-9', 'OPS-1']],
    ['sort=key', ['API-9', 'API-10', 'OPS-1', 'WEB-1']],
    ['sort=key&search=API-10', ['API-10']],
    [`sort=worked&worked_since=${MONDAY}`, ['API-9', 'WEB-1']],
  ])('by %s', async (query, keys) => {
    expect(await keysOf(query)).toEqual(keys);
    const paged: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: TicketListJson = await list(api, `${query}&limit=1&cursor=${cursor}`);
      expect(page.total).toBe(keys.length);
      paged.push(...page.tickets.map(({ key }) => key));
      cursor = page.next_cursor;
    }
    expect(paged).toEqual(keys);
  });

  test('of one project', async () => {
    const { body } = await api<{ projects: { id: string }[] }>('GET', '/projects');
    expect(await keysOf(`project_id=${body.projects[0]?.id}`)).toEqual(['OPS-1']);
    expect(await keysOf('project_id=0190f5fe-7c00-7a00-8000-000000000001')).toEqual([]);
  });

  test('with the time of each, the same as shown alone', async () => {
    for (const ticket of (await list(api, 'with_time=true')).tickets) {
      expect(ticket.time).toEqual((await ticketOf(api, ticket.key)).time);
    }
  });
});

describe('the spans of a ticket', () => {
  const spansOf = async (client: ApiClient, query = '') =>
    (await client<TicketSpanListJson>('GET', `/tickets/API-1/spans${query}`)).body;

  beforeEach(async () => {
    await work(api, 'API-1', DAY_MS, HOUR_MS);
    await work(leo, 'API-1', 2 * HOUR_MS, HOUR_MS);
    await work(api, 'OTHER-1', 30 * MINUTE_MS, MINUTE_MS);
    await api('POST', '/timers/start', { ticket_key: 'API-1', title: 'Goes on' });
  });

  test('are those of all members, newest first, page by page', async () => {
    const { spans } = await spansOf(api);
    expect(spans.map(({ ended_at }) => ended_at)).toEqual([
      null,
      new Date(THURSDAY.getTime() - HOUR_MS).toISOString(),
      new Date(THURSDAY.getTime() - DAY_MS + HOUR_MS).toISOString(),
    ]);
    expect(spans[0]).toMatchObject({ timer: { title: 'Goes on' }, person: { user_id: maya.actor.userId } });
    const first = await spansOf(api, '?limit=2');
    expect([...first.spans, ...(await spansOf(api, `?limit=2&cursor=${first.next_cursor}`)).spans]).toEqual(spans);
  });

  test('are only one’s own for callers who may not read others’ time', async () => {
    expect((await spansOf(leo)).spans).toHaveLength(1);
  });

  test('end at the cap, whether or not a worker has handled it', async () => {
    world.clock.advance(2 * DAY_MS);
    expect((await spansOf(api)).spans[0]?.ended_at).toBe(new Date(THURSDAY.getTime() + DAY_MS).toISOString());
  });
});
