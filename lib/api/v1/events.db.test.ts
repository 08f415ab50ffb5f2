import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Ctx } from '#/lib/context/context.ts';
import { takeSnapshot } from '#/lib/feed/cursor/feed-query.ts';
import { packPosition, START } from '#/lib/feed/cursor/position.ts';
import { createProject } from '#/lib/tracking/projects/create-project.ts';
import { pauseTimer } from '#/lib/tracking/timers/pause-timer.ts';
import { startTimer } from '#/lib/tracking/timers/start-timer.ts';
import { startTimerInput } from '#/lib/tracking/timers/timer-input-schemas.ts';
import { APP_URL, type ApiClient, apiFor, apiKeyFor, apiOf } from '#/test/api-client.ts';
import { byNumber, FeedWriters } from '#/test/feed-writers.ts';
import { testWorld, type World } from '#/test/world.ts';

type Listed = {
  events: { id: string; type: string; subject_id: string; user_id: string | null; created_at: string; data: object }[];
  next_cursor: string | null;
  next_after: string;
  more: boolean;
};

let world: World;
let owner: Ctx;
let member: Ctx;
let api: ApiClient;

beforeAll(async () => {
  world = await testWorld({ connections: 40 });
  process.env.DATABASE_URL = world.database.url;
});
beforeEach(async () => {
  owner = await world.member();
  member = await world.member({ workspaceId: owner.actor.workspaceId, role: 'member' });
  api = await apiFor(world, owner);
});

const start = (ctx: Ctx, title = 'Work') => startTimer(ctx, startTimerInput.parse({ title, on_conflict: 'switch' }));
const list = async (query = '', client = api) => (await client<Listed>('GET', `/events${query}`)).body;
const types = ({ events }: Listed) => events.map(({ type }) => type);

describe('the list of events rejects', () => {
  test.each([
    ['a nonexistent type', 'type=timer.exploded', '#/query/type'],
    ['a nonexistent group', 'type=weather.*', '#/query/type'],
    ['every event as a type', 'type=*', '#/query/type'],
    ['a person that is not an id', 'user_id=maya', '#/query/user_id'],
    ['a day as an instant', 'from=2026-03-10', '#/query/from'],
    ['a page of nothing', 'limit=0', '#/query/limit'],
    ['a page of everything', 'limit=201', '#/query/limit'],
    ['both directions at once', 'after=start&cursor=abc', '#/query/after'],
    ['a cursor of another list', 'cursor=WyJhIl0', '#/query/cursor'],
    ['an invalid cursor', 'after=17', '#/query/after'],
    ['a cursor of another database', 'after=zzzzzzzzz.1.', '#/query/after'],
  ])('%s', async (_what, query, pointer) => {
    const response = await api<{ errors: { pointer: string }[] }>('GET', `/events?${query}`);
    expect([response.status, response.body.errors[0]?.pointer]).toEqual([400, pointer]);
  });

  test('a key that may not read events', async () => {
    const blind = await apiFor(world, owner, { scopes: ['timers:read'] });
    expect((await blind('GET', '/events')).status).toBe(403);
  });
});

describe('visibility of events', () => {
  test('an owner sees all events of the workspace, and none of another', async () => {
    const outsider = await world.member();
    await start(outsider);
    await start(member);
    await createProject(owner, { name: 'Ours' });
    expect(types(await list())).toEqual(['project.created', 'timer.started']);
  });

  test('a member sees only events about their own data, whoever caused them', async () => {
    await start(owner);
    await createProject(owner, { name: 'Ours' });
    await start(member);
    const own = await apiFor(world, member);
    const { events } = await list('', own);
    expect(events.map(({ type, user_id }) => [type, user_id])).toEqual([['timer.started', member.actor.userId]]);
    expect(await list(`?user_id=${owner.actor.userId}`, own)).toMatchObject({ events: [], more: false });
    expect((await list('?after=start', own)).events).toEqual(events);
    expect((await list(`?after=start&user_id=${owner.actor.userId}`, own)).events).toEqual([]);
  });

  test('a key of an owner without events:read_all sees what a member would', async () => {
    await start(member);
    await start(owner);
    const narrow = await apiFor(world, owner, { scopes: ['events:read'] });
    expect((await list('', narrow)).events.map(({ user_id }) => user_id)).toEqual([owner.actor.userId]);
  });
});

describe('the list of events shows', () => {
  test('the actor, the origin, and the values before and after', async () => {
    const headers = { 'x-request-id': 'from-curl' };
    const started = await api<{ timer: { id: string } }>('POST', '/timers/start', { title: 'Work' }, headers);
    await api('POST', `/timers/${started.body.timer.id}/pause`, {}, headers);
    const { events } = await list();
    expect(events[0]).toMatchObject({
      id: expect.stringMatching(/^\d+$/),
      type: 'timer.paused',
      subject_id: started.body.timer.id,
      user_id: owner.actor.userId,
      actor: { kind: 'api_key', id: expect.any(String), user_id: owner.actor.userId },
      request_id: 'from-curl',
      created_at: expect.any(String),
      data: { before: { status: 'running' }, after: { status: 'paused' } },
    });
    expect(events[1]?.data).toMatchObject({ before: null, after: { status: 'running' } });
  });

  test.each([
    ['type=timer.paused', ['timer.paused']],
    ['type=timer.*', ['timer.paused', 'timer.started', 'timer.started']],
    ['type=project.created', ['project.created']],
    ['type=member.*', []],
  ])('%s', async (query, expected) => {
    await createProject(owner, { name: 'Ours' });
    await start(member);
    const { timer } = await start(owner);
    await pauseTimer(owner, { id: timer.id, ifMatch: null });
    expect(types(await list(`?${query}`))).toEqual(expected);
    expect(types(await list(`?${query}&after=start`))).toEqual(expected.toReversed());
  });

  test('by subject, by person, by who did it, by time', async () => {
    const { timer } = await start(member);
    world.clock.advance(60_000);
    await start(owner);
    const { sessionId } = member.actor.credential as { sessionId: string };
    for (const query of [
      `subject_id=${timer.id}`,
      `user_id=${member.actor.userId}`,
      `actor_id=${member.actor.userId}`,
      `actor_id=${sessionId}`,
      `to=${new Date((await world.clock.now()).getTime() - 1).toISOString()}`,
    ]) {
      expect((await list(`?${query}`)).events.map(({ subject_id }) => subject_id)).toEqual([timer.id]);
      expect((await list(`?${query}&after=start`)).events.map(({ subject_id }) => subject_id)).toEqual([timer.id]);
    }
    const now = (await world.clock.now()).toISOString();
    expect((await list(`?from=${now}`)).events.map(({ user_id }) => user_id)).toEqual([owner.actor.userId]);
  });

  test('each event once across pages, although more are added meanwhile', async () => {
    const names = Array.from({ length: 7 }, (_, index) => `Project ${index}`);
    for (const name of names) await createProject(owner, { name });
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Listed = await list(`?limit=3${cursor ? `&cursor=${cursor}` : ''}`);
      seen.push(...page.events.map(({ data }) => (data as { after: { name: string } }).after.name));
      expect(page.more).toBe(page.next_cursor !== null);
      cursor = page.next_cursor;
      await createProject(owner, { name: `Late ${seen.length}` });
    } while (cursor);
    expect(seen).toEqual(names.toReversed());
  });
});

/** The first message of a stream that resumes from this cursor. */
async function serveStream(cursor: string): Promise<string> {
  const headers = { authorization: `Bearer ${await apiKeyFor(world, owner)}`, 'last-event-id': cursor };
  const { body } = await apiOf(world).request(`${APP_URL}/api/v1/stream`, { headers });
  const reader = (body as ReadableStream<Uint8Array>).getReader();
  const chunks = [await reader.read(), await reader.read()];
  await reader.cancel();
  return chunks.map(({ value }) => new TextDecoder().decode(value)).join('');
}

describe('reading forward', () => {
  /** Reads pages until the last; returns the ids and the final cursor. */
  async function readOn(after: string, limit = 20): Promise<{ ids: string[]; after: string }> {
    const ids: string[] = [];
    let place = after;
    for (let more = true; more; ) {
      const page = await list(`?after=${encodeURIComponent(place)}&limit=${limit}`);
      ids.push(...page.events.map(({ id }) => id));
      place = page.next_after;
      more = page.more;
    }
    return { ids, after: place };
  }

  test('of large events ends a page before a megabyte, in both directions, and continues with the next', async () => {
    await world.database.pool.query(
      `insert into events (workspace_id, type, subject_id, actor, data)
       select $1, 'alarm.fired', $1, '{"kind": "worker", "id": "engine"}', jsonb_build_object('number', n, 'before', null, 'after', null,
              'pad', repeat('x', case when n = 10 then 2000000 else 300000 end))
       from generate_series(1, 10) as n`,
      [owner.actor.workspaceId],
    );
    const number = ({ data }: Listed['events'][number]) => (data as { number: number }).number;
    const back: number[][] = [];
    for (let query: string | null = '?limit=200'; query; ) {
      const page: Listed = await list(query);
      back.push(page.events.map(number));
      query = page.next_cursor && `?limit=200&cursor=${page.next_cursor}`;
    }
    expect(back).toEqual([[10], [9, 8, 7], [6, 5, 4], [3, 2, 1]]);
    const forward: number[][] = [];
    for (let query: string | null = '?limit=200&after=start'; query; ) {
      const page: Listed = await list(query);
      forward.push(page.events.map(number));
      query = page.more ? `?limit=200&after=${page.next_after}` : null;
    }
    // Events not yet in order while others write are left for the next page.
    expect(forward.flat()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(forward.filter((page) => page.length > 3 || (page.length > 1 && page.includes(10)))).toEqual([]);
  });

  test('ends with exactly the feed, while hundreds commit out of order', async () => {
    const writers = new FeedWriters(
      world.database.pool,
      { workspaceId: owner.actor.workspaceId, userId: owner.actor.userId },
      11,
    );
    const ids: string[] = [];
    let place = 'start';
    for (let round = 0; round < 60; round += 1) {
      for (let count = 0; count < 3; count += 1) await writers.begin();
      await writers.endAllBut(4);
      const read = await readOn(place, 4);
      ids.push(...read.ids);
      place = read.after;
    }
    await writers.endAllBut(0);
    ids.push(...(await readOn(place)).ids);
    expect(ids.toSorted(byNumber)).toEqual(writers.committed.toSorted(byNumber));
    expect(ids).not.toEqual(ids.toSorted(byNumber));
    expect(ids.length).toBeGreaterThan(250);
  });

  test('continues from the newest page without a gap', async () => {
    await createProject(owner, { name: 'Before' });
    const { next_after } = await list();
    expect((await list(`?after=${next_after}`)).events).toEqual([]);
    await createProject(owner, { name: 'After' });
    const { events, next_after: place } = await list(`?after=${next_after}`);
    expect(events.map(({ data }) => (data as { after: { name: string } }).after.name)).toEqual(['After']);
    expect((await list(`?after=${place}`)).events).toEqual([]);
  });

  test('of a long feed returns all of it in order, in chunks', async () => {
    await world.database.pool.query(
      `insert into events (workspace_id, type, subject_id, actor, data)
       select $1, 'alarm.fired', $1, '{"kind": "worker", "id": "engine"}', '{"before": null, "after": null}'
       from generate_series(1, 6000)`,
      [owner.actor.workspaceId],
    );
    for (let index = 0; index < 5; index += 1) await createProject(owner, { name: `After ${index}` });
    const { rows } = await world.database.pool.query(
      'select id::text from events where workspace_id = $1 order by events.id',
      [owner.actor.workspaceId],
    );
    expect((await readOn('start', 200)).ids).toEqual(rows.map(({ id }) => id));
  });

  test('from a forged cursor that would put all of a long feed in order is rejected', async () => {
    for (let count = 0; count < 3; count += 1) {
      await world.database.pool.query(
        `insert into events (workspace_id, type, subject_id, actor, data)
         select $1, 'alarm.fired', $1, '{"kind": "worker", "id": "engine"}', '{"before": null, "after": null}'
         from generate_series(1, 4000)`,
        [owner.actor.workspaceId],
      );
    }
    await createProject(owner, { name: 'Last' });
    const created = packPosition({ ...START, part: { of: await takeSnapshot(world.db), id: 0n } });
    const response = await api('GET', `/events?limit=1&after=${encodeURIComponent(created)}`);
    expect(response).toMatchObject({
      status: 400,
      body: { code: 'cursor_invalid', errors: [{ pointer: '#/query/after' }] },
    });
    const stream = await serveStream(created);
    expect(stream).toContain('event: reset');
  });
});
