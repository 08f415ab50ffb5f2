import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Ctx } from '#/lib/context/context.ts';
import { encodeCursor } from '#/lib/core/cursor.ts';
import type { TicketJson, TicketListJson } from '#/lib/tracking/tickets/ticket-schemas.ts';
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
  maya = await world.member();
  api = await apiFor(world, maya);
});

const create = (body: unknown) => api<{ ticket: TicketJson }>('POST', '/tickets', body);
const keysOf = async (query = '') =>
  (await api<TicketListJson>('GET', `/tickets${query}`)).body.tickets.map(({ key }) => key);

describe('a ticket is rejected', () => {
  test.each([
    ['no key', {}, '/key'],
    ['an empty key', { key: '  ' }, '/key'],
    ['a key with a blank', { key: 'API 1' }, '/key'],
    ['a key with a no-break space', { key: 'API\u00a01' }, '/key'],
    ['a key with a next-line character', { key: 'API\u00851' }, '/key'],
    ['a key over 64 characters', { key: 'x'.repeat(65) }, '/key'],
    ['a title over 500 characters', { key: 'A-1', title: 'x'.repeat(501) }, '/title'],
    ['a URL that runs a script', { key: 'A-1', url: 'javascript:alert(1)' }, '/url'],
    ['an invalid URL', { key: 'A-1', url: 'tracker' }, '/url'],
    ['a URL over 2000 characters', { key: 'A-1', url: `https://t.example/${'x'.repeat(2_000)}` }, '/url'],
    ['an estimate of zero', { key: 'A-1', estimate_seconds: 0 }, '/estimate_seconds'],
    ['an estimate with a fraction', { key: 'A-1', estimate_seconds: 0.5 }, '/estimate_seconds'],
    ['an estimate out of range', '{"key":"A-1","estimate_seconds":1e400}', '/estimate_seconds'],
    ['an estimate larger than the column', { key: 'A-1', estimate_seconds: 2 ** 31 }, '/estimate_seconds'],
    ['an empty project', { key: 'A-1', project: ' ' }, '/project'],
  ])('with %s, by its pointer', async (_what, body, pointer) => {
    const response = await expectUnchanged(world, () => create(body));
    expect(response).toMatchObject({ status: 400, body: { code: 'input_invalid', errors: [{ pointer }] } });
  });

  test.each(['API-412', 'api-412', ' API-412 '])('when its key is taken, in any case: %j', async (key) => {
    await create({ key: 'API-412' });
    const response = await expectUnchanged(world, () => create({ key, project: 'Not to be made' }));
    expect(response).toMatchObject({
      status: 409,
      body: { code: 'ticket_key_taken', errors: [{ pointer: '/key', detail: 'is taken in this workspace' }] },
    });
  });

  test('nineteen times of twenty at once', async () => {
    const responses = await Promise.all(Array.from({ length: 20 }, () => create({ key: 'RACE-1', project: 'Race' })));
    expect(responses.map(({ status }) => status).sort()).toEqual([201, ...Array.from({ length: 19 }, () => 409)]);
  });
});

test('a new ticket is returned whole, and its project is created with it', async () => {
  const now = (await world.clock.now()).toISOString();
  const { status, body } = await create({
    key: ' API-412 ',
    title: ' Rate limiter ',
    url: 'https://tracker.example/API-412',
    estimate_seconds: 28_800,
    project: 'Public API',
  });
  expect(status).toBe(201);
  expect(body).toEqual({
    ticket: {
      id: expect.any(String),
      key: 'API-412',
      title: 'Rate limiter',
      url: 'https://tracker.example/API-412',
      estimate_seconds: 28_800,
      project: { id: expect.any(String), name: 'Public API' },
      created_at: now,
      last_used_at: null,
      pinned_at: null,
      archived_at: null,
    },
    server_time: now,
  });
  expect((await api<TicketListJson>('GET', '/tickets')).body.tickets).toEqual([body.ticket]);
});

test('the same key may exist in two workspaces', async () => {
  await create({ key: 'API-1' });
  const elsewhere = await apiFor(world, await world.member());
  expect((await elsewhere('POST', '/tickets', { key: 'API-1' })).status).toBe(201);
});

describe('finding tickets', () => {
  test.each([
    'limit=0',
    'limit=101',
    'limit=x',
    'search=a&search=b',
    'sort=size',
    'state=x',
    'worked_since=x',
    'with_time=x',
    `search=${'x'.repeat(201)}`,
  ])('is rejected for %s', async (query) => {
    expect(await api('GET', `/tickets?${query}`)).toMatchObject({ status: 400, body: { code: 'input_invalid' } });
  });

  test.each([['x'], [encodeCursor(['a\u0000b', '0190f5fe-7c00-7a00-8000-000000000001'])], [encodeCursor(['a'])]])(
    'is rejected for the cursor %s',
    async (cursor) => {
      expect(await api('GET', `/tickets?cursor=${cursor}`)).toMatchObject({
        status: 400,
        body: { code: 'cursor_invalid' },
      });
    },
  );

  test('lists the last used first, then the newest, and an exact key before all', async () => {
    for (const key of ['API-4', 'API-41', 'API-412', 'WEB-1']) {
      await create({ key, title: key === 'WEB-1' ? 'API client' : '' });
      world.clock.advance(1_000);
    }
    await api('POST', '/timers/start', { ticket_key: 'API-41' });
    world.clock.advance(1_000);
    expect(await keysOf()).toEqual(['API-41', 'WEB-1', 'API-412', 'API-4']);
    expect(await keysOf('?search=api-4')).toEqual(['API-4', 'API-41', 'API-412']);
    expect(await keysOf('?search=%20client')).toEqual(['WEB-1']);
  });

  test('finds a ticket by words of its key and title in any order, each from its beginning', async () => {
    await create({ key: 'OPS-7', title: 'Rotate the webhook (signing) secret' });
    await create({ key: 'WEB-1', title: 'Überblick' });
    for (const words of ['rotate secret', 'secret ROT', 'ops-7 sign', '(signing rotate', 'web rotate']) {
      expect(await keysOf(`?search=${encodeURIComponent(words)}`), words).toEqual(['OPS-7']);
    }
    expect(await keysOf('?search=web')).toEqual(['WEB-1', 'OPS-7']);
    expect(await keysOf(`?search=${encodeURIComponent('web über')}`)).toEqual(['WEB-1']);
    for (const words of ['rotate ecret', 'rotate .*', 'rotate \\w', 'rotate web-1']) {
      expect(await keysOf(`?search=${encodeURIComponent(words)}`), words).toEqual([]);
    }
  });

  test('takes the search text literally', async () => {
    for (const key of ['A%B', 'A_B', 'A-B', 'A\\B']) await create({ key });
    expect(await keysOf('?search=%25')).toEqual(['A%B']);
    expect(await keysOf('?search=_')).toEqual(['A_B']);
    expect(await keysOf('?search=%5C')).toEqual(['A\\B']);
  });

  test('shows when the caller last used it, not when others did or discarded it', async () => {
    const leo = await apiFor(world, await world.member({ workspaceId: maya.actor.workspaceId, role: 'member' }));
    await create({ key: 'API-1' });
    await leo('POST', '/timers/start', { ticket_key: 'API-1' });
    const lastUse = async () => (await api<TicketListJson>('GET', '/tickets')).body.tickets[0]?.last_used_at;
    expect(await lastUse()).toBeNull();
    const started = await api<{ timer: { id: string; started_at: string } }>('POST', '/timers/start', {
      ticket_key: 'API-1',
    });
    expect(await lastUse()).toBe(started.body.timer.started_at);
    await api('POST', `/timers/${started.body.timer.id}/discard`);
    expect(await lastUse()).toBeNull();
  });

  test('goes page by page without gap or repeat', async () => {
    for (let count = 0; count < 7; count += 1) await create({ key: `P-${count}` });
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const { body }: { body: TicketListJson } = await api('GET', `/tickets?limit=3&cursor=${cursor}`);
      seen.push(...body.tickets.map(({ key }) => key));
      cursor = body.next_cursor;
    }
    expect([seen.length, new Set(seen).size]).toEqual([7, 7]);
  });

  test('shows nothing of another workspace', async () => {
    await create({ key: 'HERS-1' });
    const elsewhere = await apiFor(world, await world.member());
    expect((await elsewhere<TicketListJson>('GET', '/tickets?search=HERS-1')).body.tickets).toEqual([]);
  });
});
