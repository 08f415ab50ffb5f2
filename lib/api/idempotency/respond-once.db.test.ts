import { createHash } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildApi } from '#/lib/api/app.ts';
import { pruneIdempotencyKeys } from '#/lib/api/idempotency/prune-idempotency-keys.ts';
import { CallerLimits } from '#/lib/api/limits/caller-limits.ts';
import { openCounter } from '#/lib/api/limits/counter.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { DAY_MS, HOUR_MS } from '#/lib/core/duration.ts';
import type { ChangeTimerJson, StartTimerJson } from '#/lib/tracking/timers/timer-schemas.ts';
import { alarmIn } from '#/test/alarm-rows.ts';
import { APP_URL, type ApiClient, apiFor, apiKeyFor, clientOf, clientWith, hubOf } from '#/test/api-client.ts';
import { eventually } from '#/test/eventually.ts';
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

const post = <Body = StartTimerJson>(path: string, body: unknown, key: string, client = api) =>
  client<Body>('POST', path, body, { 'idempotency-key': key });
const start = (body: unknown, key: string, client = api) => post<StartTimerJson>('/timers/start', body, key, client);

async function rows(sql: string, values: unknown[]): Promise<Record<string, unknown>[]> {
  return (await world.database.pool.query(sql, values)).rows;
}
const timersOf = (ctx: Ctx) => rows('select id from timers where user_id = $1', [ctx.actor.userId]);
const keysOf = (ctx: Ctx) =>
  rows('select key, status from idempotency_keys where workspace_id = $1', [ctx.actor.workspaceId]);
const eventsOf = (ctx: Ctx) =>
  rows('select type from events where workspace_id = $1 order by id', [ctx.actor.workspaceId]);

describe('a key is rejected', () => {
  test.each([
    ['that is empty', ''],
    ['of spaces', '   '],
    ['with a space inside', 'a b'],
    ['with a non-ASCII letter', 'clé'],
    ['of 256 characters', 'x'.repeat(256)],
    ['given twice', 'a, b'],
  ])('%s', async (_what, key) => {
    const response = await expectUnchanged(world, () => start({}, key));
    expect(response).toMatchObject({
      status: 400,
      body: { code: 'idempotency_key_invalid', errors: [{ pointer: '#/header/Idempotency-Key' }] },
    });
  });

  test.each([
    ['another body', '/timers/start', { title: 'B' }],
    ['another path', '/tickets', { key: 'A-1' }],
  ])('that was used for %s', async (_what, path, body) => {
    await start({ title: 'A' }, 'k1');
    const response = await expectUnchanged(world, () => post(path, body, 'k1'));
    expect(response).toMatchObject({
      status: 422,
      body: { code: 'idempotency_key_reused', errors: [{ pointer: '#/header/Idempotency-Key' }] },
    });
    expect(response.headers.has('idempotency-replayed')).toBe(false);
  });

  test('that was used for another timer, or for another version of the same one', async () => {
    const { timer } = (await start({}, 'k1')).body;
    await post(`/timers/${timer.id}/pause`, {}, 'k2');
    const other = await api('POST', `/timers/${timer.id}/pause`, {}, { 'idempotency-key': 'k2', 'if-match': '"2"' });
    expect([other.status, (await post(`/timers/${timer.id}/stop`, {}, 'k2')).status]).toEqual([422, 422]);
  });
});

describe('a repeat', () => {
  test('gets the first response, marked, and does nothing', async () => {
    const first = await start({ title: 'Once' }, 'k1');
    expect(first.status).toBe(201);
    expect(first.headers.has('idempotency-replayed')).toBe(false);
    world.clock.advance(60_000);
    const again = await expectUnchanged(world, () => start({ title: 'Once' }, 'k1'));
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    for (const name of ['etag', 'location', 'content-type'])
      expect(again.headers.get(name)).toBe(first.headers.get(name));
    expect(await timersOf(maya)).toHaveLength(1);
  });

  test('may format the same body differently', async () => {
    await start('{"title":"Same","tags":["a"]}', 'k1');
    const again = await start(' { "tags" : [ "a", "a" ], "type" : "manual", "title" : "Same " } ', 'k1');
    expect(again.headers.get('idempotency-replayed')).toBe('true');
  });

  test('of a pause long after the timer was resumed pauses nothing', async () => {
    const { timer } = (await start({}, 'k1')).body;
    const paused = await post<ChangeTimerJson>(`/timers/${timer.id}/pause`, {}, 'k2');
    await post(`/timers/${timer.id}/resume`, {}, 'k3');
    const again = await expectUnchanged(world, () => post<ChangeTimerJson>(`/timers/${timer.id}/pause`, {}, 'k2'));
    expect(again.body).toEqual(paused.body);
  });

  test('of an error gets that error, even if it would succeed now', async () => {
    const { timer } = (await start({}, 'k1')).body;
    const rejected = await start({ title: 'Second' }, 'k2');
    expect(rejected.status).toBe(409);
    await post(`/timers/${timer.id}/stop`, {}, 'k3');
    const again = await expectUnchanged(world, () => start({ title: 'Second' }, 'k2'));
    expect([again.status, again.body]).toEqual([409, rejected.body]);
    expect(again.headers.get('content-type')).toBe('application/problem+json');
    expect(again.headers.get('idempotency-replayed')).toBe('true');
  });

  test('after invalid input can send corrected input', async () => {
    expect((await start({ title: 7 }, 'k1')).status).toBe(400);
    expect(await keysOf(maya)).toEqual([]);
    expect((await start({ title: 'Seven' }, 'k1')).status).toBe(201);
  });

  test.each(['sent', 'absent'])('with If-Match %s of a successful change gets no version error', async (sent) => {
    const { timer } = (await start({}, 'k1')).body;
    const headers = { 'idempotency-key': 'k2', ...(sent === 'sent' && { 'if-match': '"1"' }) };
    const stop = () => api<ChangeTimerJson>('POST', `/timers/${timer.id}/stop`, {}, headers);
    const first = await stop();
    expect(await stop()).toMatchObject({ status: 200, body: first.body });
  });
});

describe('a temporary error frees the key, and a repeat gets the current result', () => {
  test('to abort an alarm while it was being sent', async () => {
    const { id } = await alarmIn(world, api, 'firing');
    const abort = () => post(`/alarms/${id}/abort`, {}, 'k1');
    expect(await abort()).toMatchObject({ status: 409, body: { code: 'alarm_already_firing' } });
    await attemptFails(id);
    const again = await abort();
    expect(again).toMatchObject({ status: 200, body: { alarm: { status: 'aborted' } } });
    expect(again.headers.has('idempotency-replayed')).toBe(false);
  });

  test('to replace an alarm while it was being sent', async () => {
    const hook = { url: 'https://example.com/hook', external_id: 'document-7' };
    const { id } = await alarmIn(world, api, 'firing', hook);
    const replace = () => post('/alarms', { ...hook, delay: '10m', on_conflict: 'replace' }, 'k1');
    expect(await replace()).toMatchObject({ status: 409, body: { code: 'alarm_already_firing' } });
    expect(await keysOf(maya)).toEqual([]);
    await attemptFails(id);
    expect(await replace()).toMatchObject({ status: 200, body: { alarm: { id, time_left_ms: 600_000 } } });
  });

  test('to start a timer during maintenance', async () => {
    await api('PATCH', '/workspace', { timers_disabled: true });
    expect(await start({}, 'k1')).toMatchObject({ status: 409, body: { code: 'timers_disabled' } });
    await api('PATCH', '/workspace', { timers_disabled: false });
    expect((await start({}, 'k1')).status).toBe(201);
  });

  test('to request an export while too many are not finished', async () => {
    const march = { from: '2026-03-01', to: '2026-03-31' };
    const request = (key: string) => post<{ export: { id: string }; code?: string }>('/reports/exports', march, key);
    const first = (await request('k0')).body.export;
    for (const key of ['k1', 'k2', 'k3', 'k4']) expect((await request(key)).status).toBe(201);
    expect(await request('k5')).toMatchObject({ status: 409, body: { code: 'too_many_exports' } });
    await api('POST', `/reports/exports/${first.id}/cancel`, {});
    expect((await request('k5')).status).toBe(201);
  });

  test('to start a timer while its key is over the limit', async () => {
    const unlimited = { limit: 0, db: null };
    const limits = new CallerLimits({
      perKey: openCounter({ policy: 'key', limit: 1, db: null }),
      perPerson: openCounter({ policy: 'person', ...unlimited }),
      perWorkspace: openCounter({ policy: 'workspace', ...unlimited }),
      perAddress: openCounter({ policy: 'address', ...unlimited }),
    });
    const limited = buildApi({ db: world.db, clock: world.clock, hub: hubOf(world), appUrl: APP_URL, limits });
    const headers = { authorization: `Bearer ${await apiKeyFor(world, maya)}` };
    const overLimit = clientOf(limited, headers);
    await overLimit('GET', '/me');
    expect(await start({}, 'k1', overLimit)).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    expect(await keysOf(maya)).toEqual([]);
    const again = await start({}, 'k1', clientWith(world, headers));
    expect([again.status, again.headers.has('idempotency-replayed')]).toEqual([201, false]);
  });

  const attemptFails = (id: string) =>
    rows(
      `update alarms set status = 'scheduled', version = version + 1, lease_until = null,
         next_attempt_at = next_attempt_at + interval '5 seconds' where id = $1`,
      [id],
    );
});

/** What the previous version stored of a request to recognize a repeat: the text must not change across an upgrade. */
describe('a request that the previous version handled gets its first response from this one', () => {
  const PREVIOUS = {
    pause: (id: string) =>
      `POST /api/v1/timers/${id}/pause\n{"params":{"id":"${id}"},"query":{},"body":{},"ifMatch":1}`,
    archive: (id: string) =>
      `POST /api/v1/projects/${id}/archive\n{"params":{"id":"${id}"},"query":{},"body":{},"ifMatch":null}`,
    restore: (id: string) =>
      `POST /api/v1/projects/${id}/restore\n{"params":{"id":"${id}"},"query":{},"body":{},"ifMatch":null}`,
  };
  const hashed = (text: string) => createHash('sha256').update(text).digest();
  const writtenAs = (text: string) =>
    rows('update idempotency_keys set request_hash = $2 where workspace_id = $1', [
      maya.actor.workspaceId,
      hashed(text),
    ]);

  test('when it pauses one version of a timer', async () => {
    const { timer } = (await api<StartTimerJson>('POST', '/timers/start', {})).body;
    const pause = () =>
      api<ChangeTimerJson>('POST', `/timers/${timer.id}/pause`, {}, { 'idempotency-key': 'k1', 'if-match': '"1"' });
    const first = await pause();
    await writtenAs(PREVIOUS.pause(timer.id));
    const again = await expectUnchanged(world, pause);
    expect(again).toMatchObject({ status: 200, body: first.body });
    expect(again.headers.get('idempotency-replayed')).toBe('true');
  });

  test.each(['archive', 'restore'] as const)('when it is to %s a project by its id', async (verb) => {
    const created = await api<{ project: { id: string } }>('POST', '/projects', { name: 'Upgraded' });
    const { id } = created.body.project;
    const send = () => post(`/projects/${id}/${verb}`, {}, 'k1');
    const first = await send();
    await writtenAs(PREVIOUS[verb](id));
    const again = await expectUnchanged(world, send);
    expect(again).toMatchObject({ status: 200, body: first.body });
    expect(again.headers.get('idempotency-replayed')).toBe('true');
  });
});

test('an error rolls back what the verb had done before it', async () => {
  const { status } = await start({ project: 'Made on the way', ticket_key: 'NO-1' }, 'k1');
  expect(status).toBe(404);
  expect(await eventsOf(maya)).toEqual([]);
  expect(await rows('select 1 from projects where workspace_id = $1', [maya.actor.workspaceId])).toEqual([]);
  expect(await keysOf(maya)).toEqual([{ key: 'k1', status: 404 }]);
});

test('a hundred at once with one key have one effect and one response', async () => {
  const responses = await Promise.all(Array.from({ length: 100 }, () => start({ title: 'One of many' }, 'k1')));
  expect(new Set(responses.map(({ status, body }) => JSON.stringify([status, body])))).toHaveLength(1);
  expect(responses[0]?.status).toBe(201);
  expect(responses.filter(({ headers }) => headers.get('idempotency-replayed') === 'true')).toHaveLength(99);
  expect(await timersOf(maya)).toHaveLength(1);
  expect(await eventsOf(maya)).toEqual([{ type: 'timer.started' }]);
});

test('fifty at once with separate keys get the winner, and get it again when repeated', async () => {
  const race = () => Promise.all(Array.from({ length: 50 }, (_, index) => start({}, `k${index}`)));
  const first = await race();
  expect(first.filter(({ status }) => status === 201)).toHaveLength(1);
  expect((await race()).map(({ body }) => body)).toEqual(first.map(({ body }) => body));
  expect(await timersOf(maya)).toHaveLength(1);
});

describe('one key may be used', () => {
  test('by two keys of one member, by two members and in two workspaces', async () => {
    const leo = await world.member({ workspaceId: maya.actor.workspaceId, role: 'member' });
    const elsewhere = await world.member({ userId: leo.actor.userId });
    const ticket = (client: ApiClient, key: string) => post('/tickets', { key }, 'same', client);
    const senders = [api, await apiFor(world, maya), await apiFor(world, leo), await apiFor(world, elsewhere)];
    const responses = await Promise.all(senders.map((client, index) => ticket(client, `T-${index}`)));
    expect(responses.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
  });

  test('again from the instant when it is a day old', async () => {
    const { timer } = (await start({}, 'k1')).body;
    await post(`/timers/${timer.id}/stop`, {}, 'k2');
    world.clock.advance(DAY_MS - 1);
    expect((await start({}, 'k1')).headers.get('idempotency-replayed')).toBe('true');
    world.clock.advance(1);
    const later = await start({ title: 'Another day' }, 'k1');
    expect([later.status, later.headers.has('idempotency-replayed')]).toEqual([201, false]);
    expect(await start({ title: 'Another day' }, 'k1')).toMatchObject({ status: 201, body: later.body });
  });
});

test('Idempotency-Keys are deleted only after a day', async () => {
  await post('/tickets', { key: 'A-1' }, 'old');
  world.clock.advance(DAY_MS - 1);
  await post('/tickets', { key: 'A-2' }, 'young');
  await pruneIdempotencyKeys(maya);
  expect((await keysOf(maya)).map(({ key }) => key).sort()).toEqual(['old', 'young']);
  world.clock.advance(1);
  expect(await pruneIdempotencyKeys(maya)).toBeGreaterThan(0);
  expect(await keysOf(maya)).toEqual([{ key: 'young', status: 201 }]);
});

test('an unexpected error changes nothing and frees the key, so that the repeat counts as the first', async () => {
  await world.database.pool.query(
    `create function fail() returns trigger language plpgsql as $$ begin raise exception 'the disk is full'; end $$;
     create trigger fail before insert on events for each row execute function fail();`,
  );
  try {
    const response = await expectUnchanged(world, () => start({}, 'k1'));
    expect([response.status, response.body]).toMatchObject([500, { code: 'internal' }]);
    expect(JSON.stringify(response.body)).not.toContain('disk');
  } finally {
    await world.database.pool.query('drop trigger fail on events; drop function fail');
  }
  const again = await start({}, 'k1');
  expect([again.status, again.headers.has('idempotency-replayed')]).toEqual([201, false]);
});

test('a connection lost in the middle leaves neither the change nor the key', async () => {
  const { pool } = world.database;
  const holder = await pool.connect();
  await holder.query('begin');
  await holder.query('select 1 from users where id = $1 for update', [maya.actor.userId]);
  const pending = start({ title: 'Cut off' }, 'k1');
  const waiting = await eventually(async () => {
    const { rows: found } = await pool.query(
      `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    expect(found).toHaveLength(1);
    return found[0].pid;
  });
  await pool.query('select pg_terminate_backend($1)', [waiting]);
  const cut = await pending;
  await holder.query('rollback');
  holder.release();
  expect([cut.status, cut.body]).toMatchObject([503, { code: 'database_unavailable' }]);
  expect(cut.headers.get('retry-after')).toBe('2');
  expect([await timersOf(maya), await keysOf(maya), await eventsOf(maya)]).toEqual([[], [], []]);
  const again = await start({ title: 'Cut off' }, 'k1');
  expect([again.status, again.headers.has('idempotency-replayed')]).toEqual([201, false]);
});

test('a GET and a PATCH ignore a key', async () => {
  const { timer } = (await start({}, 'k1')).body;
  const edit = (title: string) => api('PATCH', `/timers/${timer.id}`, { title }, { 'idempotency-key': 'k1' });
  expect([(await edit('One')).status, (await edit('Two')).status]).toEqual([200, 200]);
  expect((await api('GET', '/me', undefined, { 'idempotency-key': 'k1' })).status).toBe(200);
});

describe('a key that made an alarm due in three days', () => {
  const ALARM = { delay: '72h', output_mode: 'event' };

  test.each([
    ['by itself', '/alarms', ALARM],
    ['the last of a batch', '/alarms/batch', { alarms: [{ ...ALARM, delay: '1h' }, ALARM] }],
  ])('%s, is kept until an hour after that', async (_what, path, body) => {
    const [first, key] = [await post(path, body, path), path];
    world.clock.advance(3 * DAY_MS + HOUR_MS - 1);
    const again = await post(path, body, key);
    expect([again.headers.get('idempotency-replayed'), again.body]).toEqual(['true', first.body]);
    await pruneIdempotencyKeys(maya);
    expect(await keysOf(maya)).toHaveLength(1);
    world.clock.advance(1);
    await pruneIdempotencyKeys(maya);
    expect(await keysOf(maya)).toEqual([]);
    expect((await post(path, body, key)).headers.has('idempotency-replayed')).toBe(false);
  });
});

describe('a stored response', () => {
  const stored = async () =>
    (
      await rows('select body from idempotency_keys where workspace_id = $1 and key = $2', [
        maya.actor.workspaceId,
        'k1',
      ])
    )[0]?.body as string;

  test.each([
    ['an invitation', '/invitations', { role: 'member' }, 'url'],
    ['an endpoint', '/endpoints', { url: 'https://example.com/hook', event_types: ['*'] }, 'secret'],
    ['an API key', '/api-keys', { name: 'ci', scopes: ['timers:read'] }, 'secret'],
    ['a new secret', '/webhook-secrets/rotate', {}, 'webhook_secret'],
  ])(
    'of %s shows its secret to a client that repeats the key, and not in the table',
    async (_what, path, body, name) => {
      const first = await post<Record<string, unknown>>(path, body, 'k1');
      const shown = first.body[name];
      const secret = typeof shown === 'string' ? shown : (shown as { secret: string }).secret;
      expect(secret).toMatch(/.{20}/);
      const text = await stored();
      expect(text).not.toContain(secret.slice(-16));
      expect(Buffer.from(text.slice(text.indexOf(':') + 1), 'base64').toString('latin1')).not.toContain(
        secret.slice(-16),
      );
      const again = await post(path, body, 'k1');
      expect([again.status, again.body]).toEqual([first.status, first.body]);
    },
  );

  test('from before responses were encrypted can be read', async () => {
    const first = await start({ title: 'Once' }, 'k1');
    await rows('update idempotency_keys set body = $2 where workspace_id = $1', [
      maya.actor.workspaceId,
      JSON.stringify(first.body),
    ]);
    expect((await start({ title: 'Once' }, 'k1')).body).toEqual(first.body);
  });

  test('that can’t be read anymore does not cause a second execution', async () => {
    await start({ title: 'Once' }, 'k1');
    const other = await start({ title: 'Other', on_conflict: 'switch' }, 'k2');
    expect(other.status).toBe(201);
    await rows(
      `update idempotency_keys set body = (select body from idempotency_keys where key = 'k2' and workspace_id = $1)
       where key = 'k1' and workspace_id = $1`,
      [maya.actor.workspaceId],
    );
    const response = await expectUnchanged(world, () => start({ title: 'Once' }, 'k1'));
    expect(response).toMatchObject({ status: 422, body: { code: 'idempotency_key_reused' } });
  });
});
