import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test as base, expect } from '@playwright/test';
import { openClientSite } from '#/e2e/client-site.ts';
import { newPerson } from '#/e2e/support.ts';
import { hashSecret, newSecret, prefixOf } from '#/lib/accounts/api-keys/api-key.ts';
import { permissionsOf } from '#/lib/context/roles/role.ts';
import { newId } from '#/lib/core/ids.ts';
import { connect } from '#/lib/db/client.ts';
import { ApiError, type Client, createClient, paginate } from '#/packages/client/index.ts';

// An integrator's day with the typed client alone, against the real web and worker processes.

type Call = { id: string; attempt: string; body: unknown };

/** A receiver of webhooks that accepts each call, and lets tests wait for them. */
async function openReceiver() {
  const calls: Call[] = [];
  const server = createServer(async (request, response) => {
    calls.push(await read(request));
    response.writeHead(200).end('taken');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () => new Promise((resolve) => server.close(resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, calls, close };
}

async function read(request: IncomingMessage): Promise<Call> {
  let text = '';
  for await (const chunk of request) text += chunk;
  const { 'webhook-id': id, 'timer-attempt': attempt } = request.headers;
  return { id: String(id), attempt: String(attempt), body: JSON.parse(text) };
}

/** The API key of a new person, as created by Settings, API keys; pages of these sites may use it. */
async function newApiKey(allowedOrigins: string[] = []): Promise<string> {
  const person = await newPerson();
  const db = connect(process.env.E2E_DATABASE_URL ?? '', 1);
  try {
    const { userId, workspaceId } = await db.membership.findFirstOrThrow({ where: { user: { email: person.email } } });
    await db.workspace.update({ where: { id: workspaceId }, data: { allowedOrigins }, select: { id: true } });
    const secret = newSecret();
    const key = { name: 'integration', prefix: prefixOf(secret), secretHash: hashSecret(secret) };
    await db.apiKey.create({ data: { id: newId(), userId, workspaceId, scopes: [...permissionsOf('owner')], ...key } });
    return secret;
  } finally {
    await db.$disconnect();
  }
}

const test = base.extend<{ client: Client; receiver: Awaited<ReturnType<typeof openReceiver>> }>({
  client: async ({ baseURL }, use) => use(createClient({ baseUrl: baseURL ?? '', apiKey: await newApiKey() })),
  receiver: async ({ baseURL: _baseURL }, use) => {
    const receiver = await openReceiver();
    await use(receiver);
    await receiver.close();
  },
});

async function membershipChangeError(work: Promise<unknown>): Promise<ApiError> {
  const error = await work.then(
    () => null,
    (cause: unknown) => cause,
  );
  expect(error).toBeInstanceOf(ApiError);
  return error as ApiError;
}

test('timers are started, switched, stopped and listed, and a second start gets the running one', async ({
  client,
}) => {
  const first = await client.POST('/timers/start', {
    body: { ticket_key: 'API-412', title: 'Rate limiter returns 429 too early', create_ticket: true },
  });
  expect(first.response.status).toBe(201);
  expect(first.data.timer).toMatchObject({ status: 'running', ticket: { key: 'API-412' } });

  const rejection = await membershipChangeError(client.POST('/timers/start', { body: { title: 'Review' } }));
  expect(rejection).toMatchObject({ code: 'timer_already_running', current: { id: first.data.timer.id } });

  const second = await client.POST('/timers/start', { body: { title: 'Review', on_conflict: 'switch' } });
  expect(second.data.ended).toMatchObject({ id: first.data.timer.id, status: 'stopped' });
  expect(second.data.ended?.ended_at).toBe(second.data.timer.started_at);

  const { id } = second.data.timer;
  const stopped = await client.POST('/timers/{id}/stop', { params: { path: { id } } });
  expect(stopped.data).toMatchObject({ changed: true, timer: { status: 'stopped' } });
  expect((await client.GET('/timers/current')).data.timer).toBeNull();

  const titles: string[] = [];
  const pages = paginate((cursor) => client.GET('/timers', { params: { query: { limit: 1, cursor } } }));
  for await (const { timers } of pages) titles.push(...timers.map(({ title }) => title));
  expect(titles).toEqual(['Review', 'Rate limiter returns 429 too early']);
});

test('an alarm is created, delivered, read with its attempts, and redriven', async ({ client, receiver }) => {
  const external_id = `order-${randomUUID()}`;
  const body = { delay_ms: 200, url: receiver.url, payload: { order: 42 }, external_id };
  const { alarm } = (await client.POST('/alarms', { body })).data;
  expect(alarm.status).toBe('scheduled');

  await expect.poll(() => receiver.calls).toEqual([{ id: alarm.id, attempt: '1', body: { order: 42 } }]);
  const params = { path: { id: alarm.id } };
  await expect.poll(async () => (await client.GET('/alarms/{id}', { params })).data.alarm.status).toBe('delivered');
  const log = await client.GET('/alarms/{id}/attempts', { params });
  expect(log.data.attempts).toMatchObject([{ status_code: 200 }]);

  const list = await client.GET('/alarms', { params: { query: { external_id } } });
  expect(list.data.alarms.map(({ id }) => id)).toEqual([alarm.id]);

  const again = await client.POST('/alarms/{id}/redrive', { params });
  expect(again.data.changed).toBe(true);
  await expect
    .poll(() => receiver.calls.map(({ id, attempt }) => [id, attempt]))
    .toEqual([
      [alarm.id, '1'],
      [alarm.id, '2'],
    ]);
});

test('a repeated request with the same idempotency key does nothing twice', async ({ client }) => {
  const params = { header: { 'Idempotency-Key': randomUUID() } };
  const body = { delay: '1h', output_mode: 'event' as const, name: 'once' };
  const [one, other] = [await client.POST('/alarms', { params, body }), await client.POST('/alarms', { params, body })];
  expect(other.data.alarm.id).toBe(one.data.alarm.id);
  expect(other.response.headers.get('Idempotency-Replayed')).toBe('true');
  const aborted = await client.POST('/alarms/{id}/abort', { params: { path: { id: one.data.alarm.id } } });
  expect(aborted.data.alarm.status).toBe('aborted');
});

/** What the page shows: the timer it started, whose key it has, and the code of an error. */
const IN_A_PAGE = `
import { ApiError, createClient } from './dist/index.js';

const client = createClient(Object.fromEntries(new URLSearchParams(location.hash.slice(1))));
const { data } = await client.POST('/timers/start', { body: { title: 'Review' } });
const { data: me } = await client.GET('/me');
const code = await client
  .POST('/timers/start', { body: { title: 'Next' } })
  .catch((error) => error instanceof ApiError && error.code);
document.querySelector('pre').textContent = JSON.stringify([data.timer.title, me.user.name, code]);
`;

test('a page of another site imports the built package as a module and calls the API', async ({ page, baseURL }) => {
  const site = await openClientSite(IN_A_PAGE);
  try {
    const options = new URLSearchParams({ baseUrl: baseURL ?? '', apiKey: await newApiKey([site.origin]) });
    await page.goto(`${site.origin}/#${options}`);
    await expect(page.locator('pre')).toHaveText('["Review","Maya Lindqvist","timer_already_running"]');
  } finally {
    site.close();
  }
});
