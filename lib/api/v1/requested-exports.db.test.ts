import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parse } from 'csv-parse/sync';
import { PgBoss } from 'pg-boss';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { expireExports } from '#/lib/analytics/exports/expire-exports.ts';
import { appendChunk, claimExport } from '#/lib/analytics/exports/export-store.ts';
import type { ExportJson } from '#/lib/analytics/exports/requested-export-schemas.ts';
import { writeExport } from '#/lib/analytics/exports/write-export.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#/lib/core/duration.ts';
import { openSqlPool, type Sql } from '#/lib/db/sql.ts';
import { WRITE_EXPORT } from '#/lib/jobs/export.ts';
import { WRITE_NOTIFICATION } from '#/lib/jobs/notification-job.ts';
import { notificationPayload } from '#/lib/jobs/notification-kind-schemas.ts';
import { notify } from '#/lib/notifications/inbox/notify.ts';
import { APP_URL, type ApiClient, apiFor, apiKeyFor, apiOf } from '#/test/api-client.ts';
import { eventually } from '#/test/eventually.ts';
import { recordTime } from '#/test/recorded-time.ts';
import { testWorld, type World } from '#/test/world.ts';
import { workOnExports } from '#/worker/handlers/write-export.ts';

const MARCH = { from: '2026-03-01', to: '2026-03-31' };

let world: World;
let sql: Sql;
let owner: Ctx;
let member: Ctx;
let api: ApiClient;

beforeAll(async () => {
  world = await testWorld();
  const pool = openSqlPool(world.database.url, 1);
  world.database.onClose(pool.close);
  sql = pool.sql;
});
beforeEach(async () => {
  world.clock.set('2026-04-10T09:00:00.123Z');
  owner = await world.member();
  member = await world.member({ workspaceId: owner.actor.workspaceId, role: 'member' });
  api = await apiFor(world, owner);
});

afterEach(() => {
  vi.unstubAllEnvs();
});

const system = () => ({ db: world.db, clock: world.clock, requestId: null });
const of = async (client: ApiClient, id: string) =>
  (await client<{ export: ExportJson }>('GET', `/reports/exports/${id}`)).body.export;

async function request(client: ApiClient, body: object = {}): Promise<string> {
  return (await client<{ export: { id: string } }>('POST', '/reports/exports', { ...MARCH, ...body })).body.export.id;
}

async function download(ctx: Ctx, id: string): Promise<Response> {
  const headers = { authorization: `Bearer ${await apiKeyFor(world, ctx)}` };
  return apiOf(world).request(`${APP_URL}/api/v1/reports/exports/${id}/file`, { headers });
}

/** 1,500 spans, more than one batch and more than one chunk. */
async function manyEntries(ctx: Ctx): Promise<void> {
  for (let day = 0; day < 15; day += 1) {
    const from = Date.UTC(2026, 2, 2, 10) + day * DAY_MS;
    const title = 'a long title '.repeat(38);
    const stretches = Array.from({ length: 100 }, (_, at): [number, number] => [
      from + at * MINUTE_MS,
      from + at * MINUTE_MS + 500,
    ]);
    await recordTime(world, ctx, stretches, { title });
  }
}

test('a worker writes the file in chunks, and it equals one sent at once', async () => {
  await manyEntries(owner);
  const id = await request(api);
  expect(await of(api, id)).toMatchObject({ status: 'requested', rows_done: 0, rows_total: null });
  await writeExport(system(), id);
  const written = await of(api, id);
  expect(written).toMatchObject({
    status: 'ready',
    rows_done: 1_500,
    rows_total: 1_500,
    expires_at: '2026-04-13T09:00:00.123Z',
  });
  const response = await download(owner, id);
  const text = await response.text();
  expect(Number(response.headers.get('content-length'))).toBe(Buffer.byteLength(text));
  expect(written.bytes).toBe(Buffer.byteLength(text));
  expect(await world.db.exportChunk.count({ where: { exportId: id } })).toBeGreaterThan(1);
  const direct = await api<string>('GET', '/reports/export?from=2026-03-01&to=2026-03-31');
  expect(parse(text)).toEqual(parse(direct.body));
});

describe('a long export', () => {
  beforeEach(async () => {
    vi.stubEnv('EXPORT_DIRECT_ROWS', '1000');
    await manyEntries(owner);
  });

  test('is the same when a process of its own writes it', async () => {
    const direct = await api<string>('GET', '/reports/export?from=2026-03-01&to=2026-03-31');
    expect(direct).toMatchObject({ status: 400, body: { code: 'export_too_large' } });
    const id = await request(api);
    const { memoryBytes } = (await writeExport(system(), id)) ?? {};
    expect(memoryBytes).toBeGreaterThan(0);
    expect(await of(api, id)).toMatchObject({ status: 'ready', rows_done: 1_500, rows_total: 1_500 });
    vi.unstubAllEnvs();
    const small = await api<string>('GET', '/reports/export?from=2026-03-01&to=2026-03-31');
    expect(await (await download(owner, id)).text()).toBe(small.body);
  });

  test('whose process is killed is written by the next attempt, and fails after the last', async () => {
    const id = await request(api);
    vi.stubEnv('NODE_OPTIONS', '--import=data:text/javascript,process.kill(process.pid,9)');
    await expect(writeExport(system(), id)).rejects.toThrow('ended by SIGKILL');
    expect(await of(api, id)).toMatchObject({ status: 'running' });
    for (let attempt = 2; attempt <= WRITE_EXPORT.retryLimit; attempt += 1) {
      await expect(writeExport(system(), id)).rejects.toThrow('ended by SIGKILL');
    }
    expect(await writeExport(system(), id)).toBeNull();
    expect(await of(api, id)).toMatchObject({ status: 'failed', failure_reason: null });
  });

  test('stops its process when it is canceled', async () => {
    const id = await request(api);
    // The process has started, and continues once this responds.
    const gate = createServer().listen(0, '127.0.0.1');
    await once(gate, 'listening');
    const { port } = gate.address() as AddressInfo;
    vi.stubEnv('NODE_OPTIONS', `--import=data:text/javascript,await(fetch('http://127.0.0.1:${port}'))`);
    const writing = writeExport(system(), id);
    const [, response] = (await once(gate, 'request')) as [IncomingMessage, ServerResponse];
    expect(await of(api, id)).toMatchObject({ status: 'running', rows_total: 1_500 });
    await api('POST', `/reports/exports/${id}/cancel`);
    response.end();
    gate.close();
    expect(await writing).toBeNull();
    expect(await world.db.exportChunk.count({ where: { exportId: id } })).toBe(0);
  });
});

test('a timesheet that has grown past its limit since its request fails at once, with the reason', async () => {
  vi.stubEnv('EXPORT_DIRECT_ROWS', '1');
  const march = (day: number): [string, string] => [`2026-03-0${day}T09:00:00Z`, `2026-03-0${day}T10:00:00Z`];
  await recordTime(world, owner, [march(3)], { title: 'Before' });
  const id = await request(api, { format: 'pdf' });
  await recordTime(world, owner, [march(4)], { title: 'Since' });
  expect(await writeExport(system(), id)).toBeNull();
  const reason = expect.stringContaining('Ask for fewer days, or choose another format.');
  expect(await of(api, id)).toMatchObject({ status: 'failed', rows_done: 0, failure_reason: reason });
  expect(await notificationsOf(id)).toMatchObject([{ data: { outcome: 'failed', reason } }]);
});

/** Notifications to the owner of an export. */
async function notificationsOf(id: string) {
  const { rows } = await world.database.pool.query<{ data: unknown }>('select data from pgboss.job where name = $1', [
    WRITE_NOTIFICATION.name,
  ]);
  return rows.map(({ data }) => notificationPayload.parse(data)).filter(({ fact }) => fact.includes(id));
}

test('its owner is notified once the file is ready', async () => {
  const id = await request(api);
  await writeExport(system(), id);
  const [notification, ...others] = await notificationsOf(id);
  expect(others).toEqual([]);
  expect(notification).toMatchObject({
    userId: owner.actor.userId,
    data: { outcome: 'ready', file_name: 'time-2026-03-01-to-2026-03-31.csv' },
  });
  if (notification) expect(await notify(system(), notification)).toBe(true);
});

test('an export canceled while it is written stops and leaves nothing behind', async () => {
  await manyEntries(owner);
  const id = await request(api);
  const claimed = await claimExport(world.db, id, await world.clock.now());
  const canceled = await api<{ export: ExportJson }>('POST', `/reports/exports/${id}/cancel`);
  expect(canceled.body.export.status).toBe('canceled');
  const piece = { position: 0, data: new Uint8Array(3), rowsDone: 1 };
  expect(await appendChunk(sql, { id, attempt: claimed?.attempt ?? 0 }, piece)).toBe(false);
  await writeExport(system(), id);
  expect(await of(api, id)).toMatchObject({ status: 'canceled' });
  expect(await world.db.exportChunk.count({ where: { exportId: id } })).toBe(0);
  expect((await download(owner, id)).status).toBe(409);
});

test('a dead worker’s partial file is never offered: the next attempt starts over', async () => {
  await manyEntries(owner);
  const id = await request(api);
  const dead = await claimExport(world.db, id, await world.clock.now());
  const attempt = { id, attempt: dead?.attempt ?? 0 };
  const half = { position: 0, data: new Uint8Array(Buffer.from('half a file')), rowsDone: 500 };
  expect(await appendChunk(sql, attempt, half)).toBe(true);
  expect(await of(api, id)).toMatchObject({ status: 'running', rows_done: 500 });
  expect((await download(owner, id)).status).toBe(409);
  await writeExport(system(), id);
  expect(await appendChunk(sql, attempt, { ...half, position: 1 })).toBe(false);
  const text = await (await download(owner, id)).text();
  expect(text).not.toContain('half a file');
  expect(parse(text)).toHaveLength(1_501);
});

test('a pg-boss job whose worker vanished is done by another', async () => {
  await manyEntries(owner);
  const id = await request(api);
  // The job is taken and never ended, as by a process that was killed.
  const boss = new PgBoss({ connectionString: world.database.url, schedule: false, monitorIntervalSeconds: 1 });
  boss.on('error', () => {});
  await boss.start();
  try {
    const taken = await boss.fetch<{ exportId: string }>('write-export', { batchSize: 50 });
    expect(taken.map(({ data }) => data.exportId)).toContain(id);
    await claimExport(world.db, id, await world.clock.now());
    // Its last heartbeat was long ago.
    await world.database.pool.query(
      `update pgboss.job set heartbeat_on = now() - interval '1 hour', started_on = now() - interval '1 hour' where name = 'write-export' and state = 'active'`,
    );
    await workOnExports(boss, system());
    await boss.supervise('write-export');
    await eventually(async () => expect(await of(api, id)).toMatchObject({ status: 'ready', rows_done: 1_500 }));
  } finally {
    await boss.stop({ graceful: false });
  }
});

test('only its owner sees an export and its file', async () => {
  const id = await request(api);
  await writeExport(system(), id);
  const admin = await world.member({ workspaceId: owner.actor.workspaceId, role: 'admin' });
  for (const other of [member, admin, await world.member()]) {
    expect((await download(other, id)).status).toBe(404);
    const list = await (await apiFor(world, other))<{ exports: ExportJson[] }>('GET', '/reports/exports');
    expect(list.body.exports).toEqual([]);
  }
});

test('a file with others’ time is available only while its owner may see that time', async () => {
  await recordTime(world, member, [['2026-03-03T09:00:00Z', '2026-03-03T10:00:00Z']], { title: 'Of the member' });
  const admin = await world.member({ workspaceId: owner.actor.workspaceId, role: 'admin' });
  const client = await apiFor(world, admin);
  const [written, waiting] = [await request(client), await request(client)];
  await writeExport(system(), written);
  expect(await (await download(admin, written)).text()).toContain('Of the member');
  await world.db.membership.update({
    where: { workspaceId_userId: { workspaceId: admin.actor.workspaceId, userId: admin.actor.userId } },
    data: { role: 'member' },
  });
  expect((await download(admin, written)).status).toBe(403);
  await writeExport(system(), waiting);
  expect(await of(client, waiting)).toMatchObject({ status: 'failed' });
});

test('a member can request an export of their own time only', async () => {
  const client = await apiFor(world, member);
  await recordTime(world, owner, [['2026-03-03T09:00:00Z', '2026-03-03T10:00:00Z']], { title: 'Of the owner' });
  const id = await request(client, { format: 'jsonl' });
  await writeExport(system(), id);
  expect(await (await download(member, id)).text()).toBe('');
  const rejected = await client('POST', '/reports/exports', { ...MARCH, user_id: owner.actor.userId });
  expect(rejected).toMatchObject({ status: 403 });
});

test('a file expires, and an unfinished export fails after a day', async () => {
  const [written, abandoned] = [await request(api), await request(api)];
  await writeExport(system(), written);
  world.clock.advance(72 * HOUR_MS);
  expect(await of(api, written)).toMatchObject({ status: 'expired' });
  expect((await download(owner, written)).status).toBe(410);
  expect(await expireExports(system())).toBeGreaterThanOrEqual(2);
  expect(await of(api, written)).toMatchObject({ status: 'expired' });
  expect(await of(api, abandoned)).toMatchObject({ status: 'failed' });
  expect(await world.db.exportChunk.count({ where: { exportId: written } })).toBe(0);
});

test('a filter whose values contain commas means the same to the worker', async () => {
  await recordTime(world, owner, [['2026-03-03T09:00:00Z', '2026-03-03T10:00:00Z']], {
    title: 'Tagged',
    tags: ['x, 100%'],
  });
  await recordTime(world, owner, [['2026-03-04T09:00:00Z', '2026-03-04T10:00:00Z']], { title: 'Other' });
  const id = await request(api, { tag: encodeURIComponent('x, 100%'), columns: 'title,date' });
  await writeExport(system(), id);
  expect(await (await download(owner, id)).text()).toBe('title,date\r\nTagged,2026-03-03\r\n');
});
