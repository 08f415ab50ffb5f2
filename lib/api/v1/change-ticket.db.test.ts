import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Ctx } from '#/lib/context/context.ts';
import type {
  ChangeTicketJson,
  TicketJson,
  TicketListJson,
  TicketResponseJson,
} from '#/lib/tracking/tickets/ticket-schemas.ts';
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

const create = async (body: object) => (await api<{ ticket: TicketJson }>('POST', '/tickets', body)).body.ticket;
const edit = (name: string, body: unknown) => api<ChangeTicketJson>('PATCH', `/tickets/${name}`, body);
const act = (name: string, verb: 'archive' | 'restore') =>
  api<ChangeTicketJson>('POST', `/tickets/${name}/${verb}`, {});
const keysOf = async (query = '') =>
  (await api<TicketListJson>('GET', `/tickets${query}`)).body.tickets.map(({ key }) => key);

describe('a change of a ticket is rejected', () => {
  test.each([
    ['an empty key', { key: ' ' }, '/key'],
    ['no key at all', { key: null }, '/key'],
    ['a title over 500 characters', { title: 'x'.repeat(501) }, '/title'],
    ['an address that runs a script', { url: 'javascript:alert(1)' }, '/url'],
    ['an estimate of zero', { estimate_seconds: 0 }, '/estimate_seconds'],
    ['an empty project', { project: ' ' }, '/project'],
    ['a nonexistent field', { state: 'done' }, '/state'],
  ])('with %s', async (_what, body, pointer) => {
    const { key } = await create({ key: 'API-1' });
    const response = await expectUnchanged(world, () => edit(key, body));
    expect(response).toMatchObject({ status: 400, body: { code: 'input_invalid', errors: [{ pointer }] } });
  });

  test('when another has the key, in any case', async () => {
    await create({ key: 'API-1' });
    await create({ key: 'API-2' });
    const response = await expectUnchanged(world, () => edit('API-2', { key: 'api-1', project: 'Not to be made' }));
    expect(response).toMatchObject({ status: 409, body: { code: 'ticket_key_taken' } });
  });

  test('when it does not exist, or is in another workspace', async () => {
    const elsewhere = await apiFor(world, await world.member());
    await elsewhere('POST', '/tickets', { key: 'HERS-1' });
    for (const name of ['NONE-1', 'HERS-1', '0190f5fe-7c00-7a00-8000-000000000001']) {
      const response = await expectUnchanged(world, () => edit(name, { title: 'x' }));
      expect(response).toMatchObject({ status: 404, body: { code: 'ticket_not_found' } });
    }
  });
});

describe('a ticket', () => {
  test('changes only the named fields, found by id or by key in any case', async () => {
    const ticket = await create({
      key: 'API-1',
      title: 'Old',
      url: 'https://a.example/1',
      estimate_seconds: 60,
      project: 'Core',
    });
    const byKey = await edit('api-1', { title: 'New', url: null, estimate_seconds: null });
    expect(byKey.body).toMatchObject({
      changed: true,
      ticket: { key: 'API-1', title: 'New', url: null, estimate_seconds: null, project: { name: 'Core' } },
    });
    const byId = await edit(ticket.id, { key: 'WEB-1', project: null });
    expect(byId.body.ticket).toMatchObject({ id: ticket.id, key: 'WEB-1', title: 'New', project: null });
    expect((await api<TicketResponseJson>('GET', '/tickets/WEB-1')).body.ticket).toMatchObject(byId.body.ticket);
  });

  test('is unchanged when it already has the values', async () => {
    await create({ key: 'API-1', title: 'Same' });
    const response = await expectUnchanged(world, () => edit('API-1', { title: 'Same' }));
    expect(response).toMatchObject({ status: 200, body: { changed: false } });
  });

  test('whose key looks like an id yields to the ticket with that id', async () => {
    const first = await create({ key: 'API-1' });
    await create({ key: first.id, title: 'Reads like an id' });
    expect((await edit(first.id, { title: 'Mine' })).body.ticket.key).toBe('API-1');
  });

  test('with a key that a URL must escape is found by it', async () => {
    await create({ key: 'fix/login#2' });
    expect((await api<TicketResponseJson>('GET', `/tickets/${encodeURIComponent('fix/login#2')}`)).status).toBe(200);
  });
});

describe('an archived ticket', () => {
  test('is no longer offered, is listed among archived ones, and can be restored', async () => {
    for (const key of ['API-1', 'API-2']) await create({ key });
    const { body } = await act('API-1', 'archive');
    expect(body).toMatchObject({ changed: true, ticket: { archived_at: body.server_time } });
    expect(await keysOf()).toEqual(['API-2']);
    expect(await keysOf('?state=archived')).toEqual(['API-1']);
    expect((await keysOf('?state=all')).sort()).toEqual(['API-1', 'API-2']);
    expect((await act('API-1', 'restore')).body).toMatchObject({ changed: true, ticket: { archived_at: null } });
    expect((await keysOf()).sort()).toEqual(['API-1', 'API-2']);
  });

  test('archived again keeps the instant of the first time', async () => {
    await create({ key: 'API-1' });
    const first = await act('API-1', 'archive');
    world.clock.advance(1_000);
    const again = await expectUnchanged(world, () => act('API-1', 'archive'));
    expect(again.body).toMatchObject({ changed: false, ticket: { archived_at: first.body.ticket.archived_at } });
  });

  test('keeps its time, lets its running timers be stopped, and can be named for new time', async () => {
    const { id } = await create({ key: 'API-1' });
    const started = await api<{ timer: { id: string } }>('POST', '/timers/start', { ticket_key: 'API-1' });
    await act('API-1', 'archive');
    world.clock.advance(60_000);
    const stopped = await api('POST', `/timers/${started.body.timer.id}/stop`, {});
    expect(stopped).toMatchObject({ status: 200, body: { timer: { status: 'stopped', ticket: { key: 'API-1' } } } });
    expect((await api<TicketResponseJson>('GET', '/tickets/API-1')).body.ticket.time?.tracked_ms).toBe(60_000);
    expect(await api('POST', '/timers/start', { ticket_id: id })).toMatchObject({ status: 201 });
  });
});
