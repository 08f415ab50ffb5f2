import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Ctx } from '#/lib/context/context.ts';
import { newId } from '#/lib/core/ids.ts';
import { databaseClock } from '#/lib/db/database-clock.ts';
import { findOldestWriteAge } from '#/lib/tracking/sync/oldest-write-query.ts';
import { syncQuery } from '#/lib/tracking/sync/sync-schemas.ts';
import { syncTickets } from '#/lib/tracking/tickets/sync-tickets.ts';
import type { StartTimerJson, TimerSyncJson } from '#/lib/tracking/timers/timer-schemas.ts';
import { type ApiClient, apiFor } from '#/test/api-client.ts';
import { eventually } from '#/test/eventually.ts';
import { testWorld, type World } from '#/test/world.ts';

const BEGINNING = '1970-01-01T00:00:00Z';

let world: World;
let maya: Ctx;
let api: ApiClient;

beforeAll(async () => {
  world = await testWorld();
});
beforeEach(async () => {
  maya = await world.member();
  api = await apiFor(world, maya);
});

type Row = { id: string; archived_at?: string | null; status?: string };
type Sync = { sync_from: string; next_cursor: string | null } & Record<'timers' | 'tickets' | 'projects', Row[]>;
type Noun = 'timers' | 'tickets' | 'projects';

async function sync(noun: Noun, since: string, more: Record<string, string> = {}, client = api) {
  const query = new URLSearchParams({ updated_since: since, ...more });
  const { status, body } = await client<Sync>('GET', `/sync/${noun}?${query}`);
  expect([status, body]).toMatchObject([200, {}]);
  return { ...body, rows: body[noun] };
}

/** All pages of a sync. */
async function syncAll(noun: Noun, since: string, limit = '2'): Promise<{ ids: string[]; syncFrom: string }> {
  const ids: string[] = [];
  let [page, syncFrom] = [await sync(noun, since, { limit }), ''];
  syncFrom = page.sync_from;
  for (;;) {
    ids.push(...page.rows.map(({ id }) => id));
    if (!page.next_cursor) return { ids, syncFrom };
    page = await sync(noun, since, { limit, cursor: page.next_cursor });
    expect(page.sync_from).toBe(syncFrom);
  }
}

async function makeOne(noun: Noun, name: string): Promise<string> {
  if (noun === 'timers') {
    const { body } = await api<StartTimerJson>('POST', '/timers/start', { title: name, on_conflict: 'switch' });
    return body.timer.id;
  }
  const body = noun === 'tickets' ? { key: name } : { name };
  const response = await api<{ ticket?: Row; project?: Row }>('POST', `/${noun}`, body);
  return (response.body.ticket ?? response.body.project)?.id ?? '';
}

describe.each<Noun>(['timers', 'tickets', 'projects'])('a sync of %s', (noun) => {
  test('returns everything once, in order of change, however small its pages are', async () => {
    const created: string[] = [];
    for (const name of ['A', 'B', 'C', 'D', 'E']) {
      created.push(await makeOne(noun, name));
      world.clock.advance(1_000);
    }
    const { ids } = await syncAll(noun, BEGINNING);
    expect(new Set(ids)).toEqual(new Set(created));
    expect(ids).toHaveLength(created.length);
    expect((await sync(noun, BEGINNING)).rows.map(({ id }) => id)).toEqual(ids);
  });

  test('returns rows of the same instant across pages', async () => {
    const created: string[] = [];
    for (const name of ['A', 'B', 'C', 'D', 'E']) created.push(await makeOne(noun, name));
    expect((await syncAll(noun, BEGINNING)).ids.sort()).toEqual(created.sort());
  });

  test('begins at its instant, inclusive', async () => {
    await makeOne(noun, 'old');
    if (noun === 'timers') await api('POST', `/timers/${(await sync(noun, BEGINNING)).rows[0]?.id}/stop`);
    const since = world.clock.advance(5_000).toISOString();
    const young = await makeOne(noun, 'young');
    expect((await syncAll(noun, since)).ids).toEqual([young]);
    const after = new Date(Date.parse(since) + 1).toISOString();
    expect((await syncAll(noun, after)).ids).toEqual([]);
  });

  test('continues from sync_from, which is before now', async () => {
    await makeOne(noun, 'A');
    const { syncFrom } = await syncAll(noun, BEGINNING);
    expect(Date.parse(syncFrom)).toBeLessThan((await world.clock.now()).getTime());
    world.clock.advance(60_000);
    const later = await makeOne(noun, 'B');
    expect((await syncAll(noun, syncFrom)).ids).toContain(later);
  });

  test('returns only its workspace', async () => {
    await makeOne(noun, 'A');
    expect((await sync(noun, BEGINNING, {}, await apiFor(world, await world.member()))).rows).toEqual([]);
  });

  test.each([
    ['a filter of the plain list', 'search=a', '#/query/search'],
    ['a cursor of the plain list', `cursor=${Buffer.from('["a","b"]').toString('base64url')}`, '#/query/cursor'],
  ])('is rejected with %s', async (_what, more, pointer) => {
    const response = await api('GET', `/sync/${noun}?updated_since=${BEGINNING}&${more}`);
    expect(response).toMatchObject({ status: 400, body: { errors: [{ pointer }] } });
  });

  test('loses nothing that commits between two pages with an earlier instant', async () => {
    for (const name of ['A', 'B', 'C']) await makeOne(noun, name);
    const first = await sync(noun, BEGINNING, { limit: '1' });
    const { syncFrom } = { syncFrom: first.sync_from };
    world.clock.set(syncFrom);
    const late = await makeOne(noun, 'late');
    world.clock.advance(60_000);
    const rest = await sync(noun, BEGINNING, { limit: '50', cursor: first.next_cursor ?? '' });
    expect(rest.sync_from).toBe(syncFrom);
    expect((await syncAll(noun, rest.sync_from)).ids).toContain(late);
  });
});

describe('in a sync', () => {
  test('a discarded timer is returned with its status, and each change of a timer returns it again', async () => {
    const id = await makeOne('timers', 'A');
    for (const verb of ['pause', 'resume', 'stop', 'discard']) {
      const since = world.clock.advance(1_000).toISOString();
      const timer = verb === 'discard' ? await makeOne('timers', 'B') : id;
      const at = world.clock.advance(1_000).toISOString();
      await api('POST', `/timers/${timer}/${verb}`);
      expect((await syncAll('timers', at)).ids).toEqual([timer]);
      expect(Date.parse(since)).toBeLessThan(Date.parse(at));
    }
    const edited = world.clock.advance(1_000).toISOString();
    await api('PATCH', `/timers/${id}`, { title: 'Other' });
    expect((await syncAll('timers', edited)).ids).toEqual([id]);
    const { rows } = await sync('timers', BEGINNING);
    expect(rows.map(({ status }) => status).sort()).toEqual(['discarded', 'stopped']);
  });

  test.each(['tickets', 'projects'] as const)('archived %s are returned with their archiving time', async (noun) => {
    const id = await makeOne(noun, 'A');
    const at = world.clock.advance(60_000);
    await world.database.pool.query(`update ${noun} set archived_at = $2, updated_at = $2 where id = $1`, [id, at]);
    expect((await sync(noun, at.toISOString())).rows).toMatchObject([{ id, archived_at: at.toISOString() }]);
    const plain = await api<Sync>('GET', `/${noun}`);
    expect(plain.body[noun]).toEqual([]);
  });

  test('another member’s timers are returned only to callers who may see them', async () => {
    await makeOne('timers', 'A');
    const path = `/sync/timers?updated_since=${BEGINNING}&user_id=${maya.actor.userId}`;
    const inWorkspace = { workspaceId: maya.actor.workspaceId };
    const leo = await apiFor(world, await world.member({ ...inWorkspace, role: 'member' }));
    const ada = await apiFor(world, await world.member({ ...inWorkspace, role: 'admin' }));
    expect((await leo('GET', path)).status).toBe(403);
    expect((await ada<TimerSyncJson>('GET', path)).body.timers).toHaveLength(1);
    const outsider = await apiFor(world, await world.member());
    expect((await outsider('GET', path)).status).toBe(404);
  });
});

test('a row written before a sync and committed after it is in the next one', async () => {
  const ctx = { ...maya, clock: databaseClock };
  const all = (since: Date) => syncQuery.parse({ updated_since: since.toISOString(), limit: 100 });
  const writer = await world.database.pool.connect();
  try {
    await writer.query('begin');
    const id = newId();
    await writer.query(
      `insert into tickets (id, workspace_id, key, title, created_at, updated_at)
       values ($1, $2, 'LATE-1', '', now(), date_trunc('milliseconds', clock_timestamp()))`,
      [id, maya.actor.workspaceId],
    );
    const ageMs = async (): Promise<number> => {
      const { rows } = await writer.query('select extract(epoch from clock_timestamp() - now())::float8 * 1000 as ms');
      return rows[0].ms;
    };
    // Longer than a sync always goes back.
    await eventually(async () => expect(await ageMs()).toBeGreaterThan(500));
    const before = await ageMs();
    expect(await findOldestWriteAge(world.db)).toBeGreaterThanOrEqual(before);
    const first = await syncTickets(ctx, all(new Date(0)));
    expect(first.rows).toEqual([]);
    await writer.query('commit');
    const second = await syncTickets(ctx, all(first.syncFrom));
    expect(second.rows.map((row) => row.id)).toEqual([id]);
    expect(second.syncFrom.getTime()).toBeGreaterThan(first.syncFrom.getTime());
  } finally {
    writer.release();
  }
});
