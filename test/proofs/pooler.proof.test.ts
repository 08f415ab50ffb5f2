import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { SECOND_US } from '#/lib/core/micros.ts';
import { migrate } from '#/lib/db/migrate.ts';
import { buildPages } from '#/scripts/build/build-pages.ts';
import { afterFile } from '#/test/after-file.ts';
import { DatabaseInstants } from '#/test/proofs/database-instants.ts';
import { IS_FULL, report, spread } from '#/test/proofs/figures.ts';
import { SteadyCreates } from '#/test/proofs/ha/steady-creates.ts';
import { type OwnDatabase, ownDatabase } from '#/test/proofs/own-database.ts';
import { HAS_PGBOUNCER, type Pgbouncer, startPgbouncer } from '#/test/proofs/pgbouncer.ts';
import { insertPlanned } from '#/test/proofs/planned-alarms.ts';
import type { Receiver } from '#/test/proofs/receiver.ts';
import { receiverOfFile, startWorker } from '#/test/proofs/scene.ts';
import { PATIENCE_MS, until } from '#/test/proofs/until.ts';
import { WorkerProcess } from '#/test/proofs/worker-process.ts';
import { firstOwner, WebProcess } from '#/test/web-process.ts';

// Two real web processes and a worker behind PgBouncer in transaction mode, with the configuration file for operators.

const SESSIONS = 6;
/** Per web process, for changes; eight more are for reads. */
const POOL = 20;
const ROUNDS = IS_FULL ? 100 : 20;
const READERS = 40;
const BUILD_MS = 600_000;
const API_KEY = 'only-for-tests-only-for-tests-only';
const HEADERS = { authorization: `Bearer ${API_KEY}`, 'content-type': 'application/json' };

let database: OwnDatabase;
let pooler: Pgbouncer;
let receiver: Receiver;
let webs: WebProcess[];
let worker: WorkerProcess;

beforeAll(async () => {
  if (!HAS_PGBOUNCER) return;
  await buildPages((line) => process.stdout.write(`${line}\n`));
  receiver = await receiverOfFile();
  database = await ownDatabase();
  pooler = await startPgbouncer(database.url, SESSIONS);
  const first = await WebProcess.start(env());
  webs = [first, await WebProcess.start(env())];
  worker = await new WorkerProcess(database.url, 'one', {}).ready();
  afterFile(async () => {
    await Promise.all([...webs.map((web) => web.kill()), worker.end('SIGKILL')]);
  });
}, BUILD_MS);

function env(): Record<string, string> {
  return {
    DATABASE_URL: database.url,
    DATABASE_POOLER_URL: pooler.url,
    DATABASE_POOL: String(POOL),
    ...firstOwner('Pooled', API_KEY),
  };
}

let turn = 0;
/** A request to each web process in turn. */
function call(method: string, to: string, body?: object, headers: Record<string, string> = {}): Promise<Response> {
  turn += 1;
  return callOne(webs[turn % webs.length] as WebProcess, method, to, body, headers);
}

function callOne(
  { url }: WebProcess,
  method: string,
  to: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(`${url}/api/v1${to}`, {
    method,
    headers: { ...HEADERS, ...headers },
    body: body ? JSON.stringify(body) : null,
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
}

/** The status of a successful call, and the code of a rejected one. */
async function statusOf(response: Promise<Response>): Promise<string> {
  const { ok, status, text } = await response.then(async (one) => ({
    ok: one.ok,
    status: one.status,
    text: await one.text(),
  }));
  return ok ? `${status}` : `${status} ${(JSON.parse(text) as { code: string }).code}`;
}

test.skipIf(!HAS_PGBOUNCER)('everything works on a few sessions, however many connections there are', async () => {
  const leaving = new AbortController();
  onTestFinished(() => leaving.abort());
  const stream = await fetch(`${webs[0]?.url}/api/v1/stream`, { headers: HEADERS, signal: leaving.signal });
  let received = '';
  const reading = stream.body
    ?.pipeThrough(new TextDecoderStream())
    .pipeTo(
      new WritableStream({
        write: (text) => {
          received += text;
        },
      }),
    )
    .catch(() => {});
  await until('hello', PATIENCE_MS, () => received.includes('event: hello'));

  const statuses = new Map<string, number>();
  const tookMs: number[] = [];
  const count = async (response: Promise<Response>) => {
    const began = performance.now();
    const status = await statusOf(response);
    tookMs.push(performance.now() - began);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  };
  const most = { sessions: 0, clients: 0 };
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      const { sessions, clients } = await pooler.counts();
      most.sessions = Math.max(most.sessions, sessions);
      most.clients = Math.max(most.clients, clients);
    }
  })();
  const name = `pooled ${randomUUID()}`;
  await Promise.all(
    Array.from({ length: READERS }, async (_, n) => {
      for (let round = 0; round < ROUNDS; round += 1) {
        await count(call('POST', '/alarms', { delay: '1s', name, url: receiver.url }));
        await count(call('GET', '/alarms?limit=20'));
        await count(call('POST', '/tickets', { key: `P${n}-${round + 1}` }));
        await count(call('GET', '/reports/summary?from=2026-03-02&to=2026-03-08&time_zone=UTC'));
      }
    }),
  );
  await count(call('POST', '/timers/start', { title: 'By the pooler' }));
  isOver = true;
  await watching;
  expect([...statuses].sort()).toEqual([
    ['200', 2 * READERS * ROUNDS],
    ['201', 2 * READERS * ROUNDS + 1],
  ]);
  expect(most.sessions).toBeLessThanOrEqual(SESSIONS);
  expect(most.clients).toBeGreaterThan(SESSIONS);
  await until('the stream has the timer', PATIENCE_MS, () => received.includes('By the pooler'));
  leaving.abort();
  await reading;
  await until('every alarm has arrived', PATIENCE_MS, () => receiver.ledger.size >= READERS * ROUNDS);
  report('behind PgBouncer', {
    requests: tookMs.length,
    'sessions at most': most.sessions,
    'connections at most': most.clients,
    ...spread(tookMs),
  });
});

test.skipIf(!HAS_PGBOUNCER)('a pooler that is killed stops no alarm, and no create is lost', async () => {
  const { db, pool, workspaceId } = database;
  const instants = await DatabaseInstants.measure(pool);
  const creates = new SteadyCreates((body, headers) => call('POST', '/alarms', body, headers));
  await until('some are confirmed', PATIENCE_MS, () => creates.confirmed > 50);
  const firstUs = instants.toDatabaseUs(performance.now()) + SECOND_US;
  const due = await insertPlanned(db, { workspaceId, count: 100, firstUs, perSecond: 100, url: () => receiver.url });
  await pooler.kill();
  await until('a create waits', PATIENCE_MS, () => creates.repeats > 0);
  await until('all that is due arrives meanwhile', PATIENCE_MS, () => receiver.ledger.missing(due.keys()).length === 0);
  const before = creates.confirmed;
  await pooler.start();
  await until('creates are confirmed again', PATIENCE_MS, () => creates.confirmed > before + 50);
  await creates.stop();
  const { rows } = await pool.query('select count(*)::int as stored from alarms where name = $1', [creates.name]);
  expect(rows).toEqual([{ stored: creates.confirmed }]);
  expect(worker.isRunning).toBe(true);
});

test.skipIf(!HAS_PGBOUNCER)('no web process starts on a pooler that does not pass session settings', async () => {
  const bare = await startPgbouncer(database.url, 2, (ini) =>
    ini.replace(/ timezone=UTC connect_query='[^']*'/, " timezone='Asia/Tokyo'"),
  );
  const starting = WebProcess.start({ ...env(), DATABASE_POOLER_URL: bare.url });
  await expect(starting).rejects.toThrow('DATABASE_POOLER_URL gives its sessions the time zone Asia/Tokyo, not UTC.');
  await expect(starting).rejects.toThrow(
    'DATABASE_POOLER_URL gives its sessions lock_timeout = 0 ms, not 1 to 8000 ms.',
  );
});

/** A database of an ordinary user of the same name, and its URL with a password. */
async function databaseOfUser(user: string, password: string): Promise<(password: string) => string> {
  await database.pool.query(`create role ${user} login password '${password}'`);
  await database.pool.query(`create database ${user} owner ${user}`);
  const urlWith = (current: string) =>
    Object.assign(new URL(database.url), { username: user, password: current, pathname: `/${user}` }).href;
  await migrate(urlWith(password));
  return urlWith;
}

/** Connects, and returns the connection, which a restart of the server ends. */
async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  return client;
}

test.skipIf(!HAS_PGBOUNCER)('the service works with a new database password, and nobody with the old one', async () => {
  const user = 'timer_service';
  const urlWith = await databaseOfUser(user, 'before');
  const own = await startPgbouncer(urlWith('before'), SESSIONS);
  const startWeb = async (password: string) => {
    const urls = { DATABASE_URL: urlWith(password), DATABASE_POOLER_URL: own.url };
    const web = await WebProcess.start({ ...env(), ...urls });
    onTestFinished(() => web.kill());
    return web;
  };
  const ids: string[] = [];
  const create = async (web: WebProcess, delay_ms: number) => {
    const response = await callOne(web, 'POST', '/alarms', { delay_ms, url: receiver.url });
    if (response.ok) ids.push(((await response.clone().json()) as { alarm: { id: string } }).alarm.id);
    return response;
  };
  const [oldWeb, oldWorker] = [await startWeb('before'), await startWorker(urlWith('before'), 'before', {})];
  for (const delayMs of [1, 5_000]) expect(await statusOf(create(oldWeb, delayMs))).toBe('201');
  const oldUrl = own.url;
  const [held, pooled] = [await connected(urlWith('before')), await connected(oldUrl)];

  // The commands of docs/operations.md, "A secret leaked"; `systemctl restart` as signals and starts.
  own.setPassword('after');
  await database.pool.query(`alter role ${user} password 'after'`);
  await database.pool.query(`select count(pg_terminate_backend(pid)) from pg_stat_activity where usename = '${user}'`);
  await own.kill();
  await own.start();
  expect(await statusOf(create(oldWeb, 1))).toBe('503 database_unavailable');
  for (const client of [held, pooled]) await expect(client.query('select')).rejects.toThrow();
  for (const url of [urlWith('before'), oldUrl]) await expect(connected(url)).rejects.toThrow(/authentication failed/);
  await Promise.all([oldWorker.end('SIGTERM'), oldWeb.end('SIGTERM')]);

  await startWorker(urlWith('after'), 'after', {});
  const web = await startWeb('after');
  expect(await statusOf(create(web, 1))).toBe('201');
  await until('every alarm has arrived', PATIENCE_MS, () => receiver.ledger.missing(ids).length === 0);
  expect(ids).toHaveLength(3);
});
