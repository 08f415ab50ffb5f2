import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Ctx } from '#/lib/context/context.ts';
import type { ChangeTicketJson, TicketListJson, TicketResponseJson } from '#/lib/tracking/tickets/ticket-schemas.ts';
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

const create = (key: string) => api('POST', '/tickets', { key });
const act = (verb: 'pin' | 'unpin', key: string, as = api) =>
  as<ChangeTicketJson>('POST', `/tickets/${key}/${verb}`, {});
const keysOf = async (query = '', as = api) =>
  (await as<TicketListJson>('GET', `/tickets${query}`)).body.tickets.map(({ key }) => key);
const eventsOf = async (types: string[]) =>
  (
    await world.database.pool.query(
      'select type, user_id as "userId", data from events where workspace_id = $1 and type = any ($2) order by id',
      [maya.actor.workspaceId, types],
    )
  ).rows;

describe('pinning is rejected', () => {
  test('when the ticket does not exist, or is in another workspace', async () => {
    const elsewhere = await apiFor(world, await world.member());
    await elsewhere('POST', '/tickets', { key: 'HERS-1' });
    for (const verb of ['pin', 'unpin'] as const) {
      for (const key of ['NONE-1', 'HERS-1']) {
        const response = await expectUnchanged(world, () => act(verb, key));
        expect(response).toMatchObject({ status: 404, body: { code: 'ticket_not_found' } });
      }
    }
  });

  test('to a key that may only read', async () => {
    await create('API-1');
    const reader = await apiFor(world, maya, { scopes: ['tickets:read'] });
    const response = await expectUnchanged(world, () => act('pin', 'API-1', reader));
    expect(response).toMatchObject({ status: 403, body: { code: 'forbidden' } });
  });
});

describe('a pinned ticket', () => {
  test('is offered first, whatever was used last, until it is unpinned', async () => {
    for (const key of ['API-1', 'API-2', 'API-3']) await create(key);
    await api('POST', '/timers/start', { ticket_key: 'API-2' });
    expect(await keysOf()).toEqual(['API-2', 'API-3', 'API-1']);
    const pinned = await act('pin', 'api-1');
    expect(pinned).toMatchObject({ status: 200, body: { changed: true, ticket: { pinned_at: expect.any(String) } } });
    expect(await keysOf()).toEqual(['API-1', 'API-2', 'API-3']);
    expect(await keysOf('?search=api-3')).toEqual(['API-3']);
    expect(await keysOf('?search=api&limit=2')).toEqual(['API-1', 'API-2']);
    expect((await api<TicketResponseJson>('GET', '/tickets/API-1')).body.ticket.pinned_at).toBe(
      pinned.body.ticket.pinned_at,
    );
    expect((await act('unpin', 'API-1')).body).toMatchObject({ changed: true, ticket: { pinned_at: null } });
    expect(await keysOf()).toEqual(['API-2', 'API-3', 'API-1']);
  });

  test('comes after a ticket whose exact key is typed', async () => {
    for (const key of ['API-1', 'API-12']) await create(key);
    await act('pin', 'API-12');
    expect(await keysOf('?search=API-1')).toEqual(['API-1', 'API-12']);
  });

  test('is pinned for one person only, and pages continue after it', async () => {
    for (const key of ['API-1', 'API-2', 'API-3']) await create(key);
    await act('pin', 'API-1');
    const leo = await apiFor(world, await world.member({ workspaceId: maya.actor.workspaceId, role: 'member' }));
    expect(await keysOf('', leo)).toEqual(['API-3', 'API-2', 'API-1']);
    expect((await leo<TicketResponseJson>('GET', '/tickets/API-1')).body.ticket.pinned_at).toBeNull();
    const first = await api<TicketListJson>('GET', '/tickets?limit=1');
    expect(await keysOf(`?limit=2&cursor=${first.body.next_cursor}`)).toEqual(['API-3', 'API-2']);
  });

  test('is reported once, even if pinned on several devices at once', async () => {
    await create('API-1');
    const responses = await Promise.all(Array.from({ length: 6 }, () => act('pin', 'API-1')));
    expect(responses.filter(({ body }) => body.changed)).toHaveLength(1);
    await act('unpin', 'API-1');
    expect((await act('unpin', 'API-1')).body.changed).toBe(false);
    expect(await eventsOf(['ticket.pinned', 'ticket.unpinned'])).toEqual([
      {
        type: 'ticket.pinned',
        userId: maya.actor.userId,
        data: {
          ticket: expect.objectContaining({ key: 'API-1' }),
          before: { pinned_at: null },
          after: { pinned_at: expect.any(String) },
        },
      },
      expect.objectContaining({ type: 'ticket.unpinned' }),
    ]);
  });

  test('does not count as changed for a sync of all tickets', async () => {
    await create('API-1');
    const sync = () => api('GET', `/sync/tickets?updated_since=${encodeURIComponent('2020-01-01T00:00:00Z')}`);
    const before = (await sync()).body as { tickets: object[] };
    await act('pin', 'API-1');
    expect((await sync()).body).toMatchObject({ tickets: before.tickets });
    expect(before.tickets[0]).not.toHaveProperty('pinned_at');
  });

  test('is unpinned with its owner’s account and with the ticket', async () => {
    await create('API-1');
    await act('pin', 'API-1');
    const pins = async () =>
      (await world.database.pool.query('select from ticket_pins where user_id = $1', [maya.actor.userId])).rowCount;
    expect(await pins()).toBe(1);
    await world.database.pool.query('delete from tickets where workspace_id = $1', [maya.actor.workspaceId]);
    expect(await pins()).toBe(0);
  });
});
