import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Ctx } from '#/lib/context/context.ts';
import { DAY_MS } from '#/lib/core/duration.ts';
import { readLinkSettings } from '#/lib/core/env.ts';
import { EVENT_TYPES } from '#/lib/feed/events/event-types.ts';
import { deleteEndpoint } from '#/lib/webhooks/endpoints/delete-endpoint.ts';
import type {
  CreateEndpointJson,
  EditEndpointJson,
  EndpointListJson,
  EndpointResponseJson,
  EventTypesJson,
  TestEndpointJson,
} from '#/lib/webhooks/endpoints/endpoint-schemas.ts';
import { listEndpointSecrets } from '#/lib/webhooks/endpoints/endpoint-secret.ts';
import type { EndpointSecretsJson, RotatedWebhookSecretJson } from '#/lib/webhooks/secrets/webhook-secret-schemas.ts';
import { type ApiClient, apiFor } from '#/test/api-client.ts';
import { expectUnchanged } from '#/test/untouched.ts';
import { verified } from '#/test/webhooks/endpoints.ts';
import { httpReceiver } from '#/test/webhooks/receiver.ts';
import { testWorld, type World } from '#/test/world.ts';

const START = '2026-03-10T09:00:00.123Z';
const URL_ = 'https://example.com/hook';
const NOTHING = '0190f5fe-7c00-7a00-8000-000000000001';

let world: World;
let maya: Ctx;
let api: ApiClient;

beforeAll(async () => {
  world = await testWorld();
});
beforeEach(async () => {
  world.clock.set(START);
  maya = await world.member();
  api = await apiFor(world, maya);
});

const create = async (body: object = {}) => {
  const reply = await api<CreateEndpointJson>('POST', '/endpoints', { url: URL_, event_types: ['timer.*'], ...body });
  expect(reply.status).toBe(201);
  return { ...reply.body.endpoint, secret: reply.body.secret };
};
const list = async () => (await api<EndpointListJson>('GET', '/endpoints')).body.endpoints;
const eventsOf = async (type: string) => {
  const { rows } = await world.database.pool.query('select data from events where workspace_id = $1 and type = $2', [
    maya.actor.workspaceId,
    type,
  ]);
  return rows.map((row) => row.data);
};

const ROUTES = [
  ['GET', '', undefined],
  ['PATCH', '', {}],
  ['DELETE', '', undefined],
  ['POST', '/test', {}],
  ['GET', '/secret', undefined],
  ['POST', '/rotate-secret', {}],
  ['GET', '/deliveries', undefined],
  ['GET', `/deliveries/${NOTHING}`, undefined],
  ['POST', `/deliveries/${NOTHING}/resend`, {}],
  ['POST', '/resend-failed', { since: START }],
] as const;

describe('an endpoint is rejected', () => {
  test.each(ROUTES)('to another workspace, which can’t see it: %s /endpoints/{id}%s', async (method, path, body) => {
    const { id } = await create();
    const outsider = await apiFor(world, await world.member());
    const fetchFrom = (which: string) => outsider(method, `/endpoints/${which}${path}`, body);
    const reply = await expectUnchanged(world, () => fetchFrom(id));
    expect(reply).toMatchObject({ status: 404, body: { code: 'endpoint_not_found' } });
    expect((await fetchFrom(NOTHING)).body).toMatchObject({ code: 'endpoint_not_found' });
  });

  test('to a member, and to a key without the scope', async () => {
    const { id } = await create();
    const leo = await apiFor(world, await world.member({ workspaceId: maya.actor.workspaceId, role: 'member' }));
    const bare = await apiFor(world, maya, { scopes: ['alarms:read', 'alarms:write', 'workspace:manage'] });
    for (const [method, path, body] of [...ROUTES, ['GET', '/../event-types', undefined] as const]) {
      for (const who of [leo, bare]) {
        const reply = await who(method, `/endpoints/${id}${path}`.replace(`${id}/../`, ''), body);
        expect(reply).toMatchObject({ status: 403, body: { required_scope: 'endpoints:manage' } });
      }
    }
  });

  test.each([
    [['timer.stopped'], 'timers:read_all'],
    [['alarm.*', 'timer.*'], 'timers:read_all'],
    [['alarm.*', 'invitation.created'], 'members:manage'],
    [['ticket.*'], 'tickets:read'],
    [['api_key.created'], 'events:read_all'],
    [['*'], 'events:read_all'],
  ])('to a key that may not read events of %j', async (event_types, required_scope) => {
    const few = await apiFor(world, maya, { scopes: ['endpoints:manage', 'alarms:read'] });
    const response = await expectUnchanged(world, () => few('POST', '/endpoints', { url: URL_, event_types }));
    expect(response).toMatchObject({ status: 403, body: { code: 'forbidden', required_scope } });
    const result = await few<CreateEndpointJson>('POST', '/endpoints', { url: URL_, event_types: ['alarm.*'] });
    expect(result.status).toBe(201);
    const widened = await expectUnchanged(world, () =>
      few('PATCH', `/endpoints/${result.body.endpoint.id}`, { event_types: ['alarm.*', ...event_types] }),
    );
    expect(widened).toMatchObject({ status: 403, body: { required_scope } });
  });

  test('with another URL, by a key that may not read what would be sent there', async () => {
    const { id } = await create();
    const few = await apiFor(world, maya, { scopes: ['endpoints:manage'] });
    const change = (body: object) => few('PATCH', `/endpoints/${id}`, body);
    const edited = await expectUnchanged(world, () => change({ url: 'https://elsewhere.example/hook' }));
    expect(edited).toMatchObject({ status: 403, body: { required_scope: 'timers:read_all' } });
    expect(await change({ description: 'Billing', enabled: false })).toMatchObject({ status: 200 });
  });

  test.each([
    ['/url', { url: undefined }],
    ['/url', { url: 'ftp://example.com/hook' }],
    ['/url', { url: 'http://10.0.0.1/hook' }],
    ['/url', { url: 'http://169.254.169.254/latest' }],
    ['/url', { url: 'https://user:secret@example.com/hook' }],
    ['/url', { url: `https://example.com/${'x'.repeat(2_048)}` }],
    ['/event_types', { event_types: undefined }],
    ['/event_types', { event_types: [] }],
    ['/event_types/0', { event_types: ['timer.exploded'] }],
    ['/event_types/1', { event_types: ['timer.*', 'timer'] }],
    ['/event_types', { event_types: Array.from({ length: 101 }, () => '*') }],
    ['/format', { format: 'raw' }],
    ['/description', { description: 'x'.repeat(201) }],
    ['/enabled', { enabled: 'no' }],
  ])('with a wrong %s: %j', async (pointer, wrong) => {
    const body = { url: URL_, event_types: ['*'], ...wrong };
    const reply = await expectUnchanged(world, () => api('POST', '/endpoints', body));
    expect(reply).toMatchObject({ status: 400, body: { code: 'input_invalid', errors: [{ pointer }] } });
  });

  test('as the 51st of a workspace, even when two are created at once', async () => {
    for (let count = 1; count < 50; count += 1) await create();
    const last = () => api('POST', '/endpoints', { url: URL_, event_types: ['*'] });
    const responses = await Promise.all([last(), last()]);
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(responses.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'too_many_endpoints' });
  });
});

describe('an endpoint', () => {
  test('is created with a secret that is shown once, and listed without it', async () => {
    const result = await create({ description: ' Billing ', event_types: ['timer.stopped', 'timer.*', 'alarm.dead'] });
    expect(result).toMatchObject({
      url: URL_,
      description: 'Billing',
      event_types: ['timer.*', 'alarm.dead'],
      format: 'standard',
      enabled: true,
      failing_since: null,
      created_at: START,
      version: 1,
      secret: expect.stringMatching(/^whsec_/),
    });
    const { secret, ...facts } = result;
    expect(await list()).toEqual([{ ...facts, last_24h: { delivered: 0, failed: 0, retrying: 0 } }]);
    expect(JSON.stringify(await eventsOf('endpoint.created'))).not.toContain(secret);
  });

  test('has a secret of its own, which rotates with an overlap', async () => {
    const [one, other] = [await create(), await create()];
    expect(one.secret).not.toBe(other.secret);
    const rotated = await api<RotatedWebhookSecretJson>('POST', `/endpoints/${one.id}/rotate-secret`, {});
    const after = new Date(Date.parse(START) + DAY_MS).toISOString();
    expect(rotated).toMatchObject({ status: 200, body: { previous: { expires_at: after } } });
    const { body } = await api<EndpointSecretsJson>('GET', `/endpoints/${one.id}/secret`);
    expect(body.webhook_secret.secret).toBe(rotated.body.webhook_secret.secret);
    expect(body.previous).toEqual([rotated.body.previous]);
    const untouched = await api<EndpointSecretsJson>('GET', `/endpoints/${other.id}/secret`);
    expect(untouched.body.webhook_secret.secret).toBe(other.secret);
    expect(await eventsOf('endpoint.secret_rotated')).toHaveLength(1);
  });

  test('that is deleted while its secret is read gets 404', async () => {
    const { id } = await create();
    const deleting: Ctx['clock'] = {
      now: async () => {
        await deleteEndpoint(maya, { id, ifMatch: null });
        return world.clock.now();
      },
    };
    await expect(listEndpointSecrets({ ...maya, clock: deleting }, id)).rejects.toMatchObject({
      code: 'endpoint_not_found',
      status: 404,
    });
  });

  test('can be changed at its current version only', async () => {
    const { id } = await create();
    const change = (body: object, version: number) =>
      api<EditEndpointJson>('PATCH', `/endpoints/${id}`, body, { 'if-match': `"${version}"` });
    const first = await change({ url: 'https://example.com/v2', description: 'Two' }, 1);
    expect(first).toMatchObject({
      status: 200,
      body: { endpoint: { url: 'https://example.com/v2', version: 2 }, changed: true },
    });
    expect(first.headers.get('etag')).toBe('"2"');
    const late = await expectUnchanged(world, () => change({ description: 'Three' }, 1));
    expect(late).toMatchObject({ status: 412, body: { code: 'endpoint_version_mismatch', current: { version: 2 } } });
    expect(await change({ description: 'Two' }, 2)).toMatchObject({
      body: { endpoint: { version: 2 }, changed: false },
    });
    expect(await eventsOf('endpoint.edited')).toMatchObject([
      { endpoint: { version: 2 }, before: { version: 1, url: URL_ } },
    ]);
  });

  test('is disabled and enabled, with events that have the previous state', async () => {
    const { id } = await create();
    const turn = (enabled: boolean) => api<EditEndpointJson>('PATCH', `/endpoints/${id}`, { enabled });
    const disabled = (await turn(false)).body;
    expect(disabled.endpoint).toMatchObject({ enabled: false, disabled_reason: 'manual', disabled_at: START });
    expect((await turn(false)).body).toMatchObject({ changed: false, endpoint: { version: 2 } });
    expect((await turn(true)).body.endpoint).toMatchObject({ enabled: true, disabled_reason: null, version: 3 });
    expect(await eventsOf('endpoint.disabled')).toMatchObject([{ reason: 'manual', before: { enabled: true } }]);
    expect(await eventsOf('endpoint.enabled')).toMatchObject([{ before: { enabled: false } }]);
  });

  test('can be created disabled', async () => {
    const { id } = await create({ enabled: false });
    const { body } = await api<EndpointResponseJson>('GET', `/endpoints/${id}`);
    expect(body.endpoint).toMatchObject({ enabled: false, disabled_at: START, disabled_reason: 'manual', version: 1 });
    expect(await eventsOf('endpoint.created')).toMatchObject([{ endpoint: { enabled: false } }]);
  });

  test('is removed with its secrets when it is deleted', async () => {
    const { id } = await create();
    expect(await api('DELETE', `/endpoints/${id}`)).toMatchObject({
      status: 200,
      body: { endpoint: { id }, aborted_count: 0 },
    });
    expect(await api('GET', `/endpoints/${id}`)).toMatchObject({ status: 404 });
    expect(await list()).toEqual([]);
    const left = await world.database.pool.query('select 1 from webhook_secrets where endpoint_id = $1', [id]);
    expect(left.rows).toEqual([]);
    expect(await eventsOf('endpoint.deleted')).toMatchObject([{ endpoint: null, before: { id } }]);
  });

  test('is created once per Idempotency-Key', async () => {
    const once = () =>
      api<CreateEndpointJson>('POST', '/endpoints', { url: URL_, event_types: ['*'] }, { 'idempotency-key': 'e-1' });
    const first = await once();
    expect((await once()).body).toEqual(first.body);
    expect(await list()).toHaveLength(1);
  });

  test('can subscribe to listed types, each with a description and an example', async () => {
    const { body } = await api<EventTypesJson>('GET', '/endpoints/event-types');
    expect(body.event_types.map(({ type }) => type)).toEqual([...EVENT_TYPES]);
    const scopes = new Map(body.event_types.map(({ type, required_scope }) => [type, required_scope]));
    expect([scopes.get('timer.stopped'), scopes.get('ticket.pinned')]).toEqual(['timers:read_all', 'events:read_all']);
    for (const { type, group, description, example } of body.event_types) {
      expect(description).toMatch(/^[A-Z].*\.$/);
      expect(group).toBe(`${type.split('.')[0]}.*`);
      expect(example).toMatchObject({ type, data: { event_id: expect.any(String) } });
    }
  });
});

describe('an endpoint test', () => {
  const send = async (id: string) => (await api<TestEndpointJson>('POST', `/endpoints/${id}/test`, {})).body.test;

  test('sends a signed ping at once, and returns the receiver’s response', async () => {
    const receiver = await httpReceiver((response) => response.writeHead(202).end('thanks'));
    const { id, secret } = await create({ url: receiver.url });
    const sent = await send(id);
    expect(sent).toMatchObject({
      delivered: true,
      outcome: 'delivered',
      status_code: 202,
      response_excerpt: 'thanks',
      address: '127.0.0.2',
      detail: null,
    });
    const [received] = receiver.received;
    const request = {
      id: '',
      url: '',
      method: 'POST',
      headers: received?.headers as Record<string, string>,
      body: received?.body ?? '',
    };
    expect(verified(request, secret)).toMatchObject({ type: 'ping', timestamp: START, data: { endpoint_id: id } });
    expect(request.headers['webhook-id']).toBe(sent.webhook_id);
  });

  test('as CloudEvents sends a ping whose source is the service and whose subject is the endpoint', async () => {
    const receiver = await httpReceiver();
    const { id } = await create({ url: receiver.url, format: 'cloudevents-binary' });
    await send(id);
    expect(receiver.received[0]?.headers).toMatchObject({
      'ce-type': 'ping',
      'ce-subject': id,
      'ce-source': readLinkSettings().APP_URL,
    });
  });

  test('reports it when the receiver rejects the ping, or can’t be reached', async () => {
    const receiver = await httpReceiver((response) => response.writeHead(404).end('no hook here'));
    const { id } = await create({ url: receiver.url });
    expect(await send(id)).toMatchObject({
      delivered: false,
      outcome: 'responded',
      status_code: 404,
      response_excerpt: 'no hook here',
    });
    receiver.close();
    expect(await send(id)).toMatchObject({
      delivered: false,
      outcome: expect.stringMatching(/connection_(refused|reset)/),
      status_code: null,
      detail: expect.any(String),
    });
  });

  test('works on a disabled endpoint, and writes nothing', async () => {
    const receiver = await httpReceiver();
    const { id } = await create({ url: receiver.url });
    await api('PATCH', `/endpoints/${id}`, { enabled: false });
    await expectUnchanged(world, () => send(id));
    expect(receiver.received).toHaveLength(1);
    expect((await api<EndpointResponseJson>('GET', `/endpoints/${id}`)).body.endpoint.enabled).toBe(false);
  });
});
