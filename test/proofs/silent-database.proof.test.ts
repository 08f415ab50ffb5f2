import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { PgBoss } from 'pg-boss';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Micros, SECOND_US } from '#/lib/core/micros.ts';
import { connect } from '#/lib/db/client.ts';
import { queueConnection } from '#/lib/jobs/enqueue.ts';
import { PURGE_IMPORT_DRAFTS } from '#/lib/jobs/job.ts';
import { buildPages } from '#/scripts/build/build-pages.ts';
import { DatabaseInstants } from '#/test/proofs/database-instants.ts';
import { report } from '#/test/proofs/figures.ts';
import { type OwnDatabase, ownDatabase } from '#/test/proofs/own-database.ts';
import { insertPlanned } from '#/test/proofs/planned-alarms.ts';
import type { Receiver } from '#/test/proofs/receiver.ts';
import { type Probe, recoveryOf } from '#/test/proofs/recovery.ts';
import { receiverOfFile } from '#/test/proofs/scene.ts';
import { PATIENCE_MS, until } from '#/test/proofs/until.ts';
import { WorkerProcess } from '#/test/proofs/worker-process.ts';
import { type SilentProxy, startSilentProxy } from '#/test/silent-proxy.ts';
import { firstOwner, WebProcess } from '#/test/web-process.ts';

// A real web process and a real worker, with a proxy before their database that drops every packet and closes nothing.

/** The documented limit, on a quiet machine (docs/decisions/0032). Figures are reported against it. */
const BACK_WITHIN_MS = 10_000;
/**
 * The limit that fails the proof. Busy cores make it longer: 18 s were measured for changes of one person, which run
 * one after the other (the same decision). Without the limit it is minutes.
 */
const BACK_WITHIN_ON_BUSY_CORES_MS = 3 * BACK_WITHIN_MS;
/** Without its own limits a connection is silent for a quarter of an hour. */
const LIVENESS_MS = 60_000;
/** Every process must end by itself within this time, whatever the database does. */
const END_WITHIN_MS = 60_000;
const BUILD_MS = 600_000;
/** Alarms at even distances from two seconds before the silence until long after it. */
const ALARMS = 1_500;
const PER_SECOND = 50;
const REPEATED_CREATES = 20;
const COUNTDOWN_MS = 2_000;
const QUEUE_TIMEOUT_MS = 10_000;
const API_KEY = 'only-for-tests-only-for-tests-only';

let database: OwnDatabase;
let receiver: Receiver;
let proxy: SilentProxy;
let web: WebProcess;
let worker: WorkerProcess;
/** The current server, without the proxy. */
let currentUrl: string;
let pool: pg.Pool;
const closers: (() => unknown)[] = [];

beforeAll(async () => {
  receiver = await receiverOfFile();
  database = await ownDatabase();
  await buildPages((line) => process.stdout.write(`${line}\n`));
  proxy = await startSilentProxy(database.url);
  currentUrl = database.url;
  pool = directPool(currentUrl);
  web = await WebProcess.start({
    DATABASE_URL: proxy.url,
    ...firstOwner('Silent', API_KEY),
  });
  worker = await new WorkerProcess(proxy.url, 'worker', {}).ready();
}, BUILD_MS);
afterAll(async () => {
  await Promise.all([web?.kill(), worker?.end('SIGKILL')]);
  proxy?.close();
  await Promise.all(closers.map((close) => close()));
});

function directPool(url: string): pg.Pool {
  const result = new pg.Pool({ connectionString: url });
  result.on('error', () => {});
  closers.push(() => result.end());
  return result;
}

const headers = { authorization: `Bearer ${API_KEY}`, 'content-type': 'application/json' };
const call = (method: string, path: string, body?: object, more: Record<string, string> = {}) =>
  fetch(`${web.url}/api/v1${path}`, {
    method,
    headers: { ...headers, ...more },
    signal: AbortSignal.timeout(LIVENESS_MS),
    ...(body && { body: JSON.stringify(body) }),
  });
const works = async (response: Promise<Response>) => (await response).ok;
const countOf = async (sql: string, values: unknown[] = []) =>
  (await pool.query<{ count: number }>(sql, values)).rows[0]?.count ?? 0;
const pending = () => countOf('select count(*)::int as count from alarms where name is null');

/** How many events a subscriber of the live feed has received. */
async function subscribe(): Promise<() => number> {
  const response = await call('GET', '/stream?topics=projects');
  expect(response.status).toBe(200);
  let received = 0;
  const read = async () => {
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
      received += Buffer.from(chunk).toString().split('project.created').length - 1;
    }
  };
  read().catch(() => {});
  return () => received;
}

/** Checks of both processes that use the database. Called before it falls silent. */
async function probes(): Promise<Probe[]> {
  const received = await subscribe();
  const started = await call('POST', '/timers/start', {
    type: 'countdown',
    plan: { type: 'countdown', duration_ms: COUNTDOWN_MS },
    on_conflict: 'switch',
  });
  expect(started.status).toBe(201);
  const { timer } = (await started.json()) as { timer: { id: string } };
  const before = received();
  const { rows } = await pool.query<{ now: Date }>('select clock_timestamp() as now');
  const now = rows[0]?.now;
  return [
    { what: 'web: key look-ups and reads, ms', works: () => works(call('GET', '/me')) },
    { what: 'web: changes of one person, ms', works: () => works(call('POST', '/projects', { name: randomUUID() })) },
    {
      what: 'web: creates of alarms, ms',
      works: () => works(call('POST', '/alarms', { delay: '1h', name: 'later', output_mode: 'event' })),
    },
    { what: 'web: live events, ms', works: async () => received() > before },
    {
      what: 'worker: heartbeat, ms',
      works: async () => (await countOf('select count(*)::int as count from workers where seen_at > $1', [now])) > 0,
    },
    {
      what: 'worker: wake-ups, ms',
      works: async () =>
        (await countOf(`select count(*)::int as count from events where type = 'timer.completed' and subject_id = $1`, [
          timer.id,
        ])) > 0,
    },
    { what: 'worker: jobs, ms', works: jobProbe() },
  ];
}

/** Jobs are sent after the silence, one by one; one that was fetched during it waits for its expiry, others do not. */
function jobProbe(): () => Promise<boolean> {
  let sender: Promise<PgBoss> | null = null;
  return async () => {
    sender ??= startSender();
    const boss = await sender;
    const id = await boss.send(PURGE_IMPORT_DRAFTS.name, {});
    const isDone = async () => {
      const job = id && (await boss.getJobById(PURGE_IMPORT_DRAFTS.name, id));
      return job !== null && typeof job === 'object' && job.state === 'completed';
    };
    await until('a job is done', LIVENESS_MS, isDone);
    return true;
  };
}

async function startSender(): Promise<PgBoss> {
  const boss = new PgBoss({
    ...queueConnection(currentUrl, QUEUE_TIMEOUT_MS),
    supervise: false,
    schedule: false,
    max: 1,
  });
  boss.on('error', () => {});
  await boss.start();
  closers.push(() => boss.stop({ graceful: false }));
  return boss;
}

/** Creates with separate keys, each repeated under its key until it gets a final response. */
async function createThroughout(name: string): Promise<void> {
  const create = async () => {
    const key = randomUUID();
    const once = () =>
      call('POST', '/alarms', { delay: '1h', name, output_mode: 'event' }, { 'idempotency-key': key }).then(
        ({ status }) => status,
        () => 0,
      );
    await until('a create has a final response', PATIENCE_MS, async () => (await once()) === 201);
  };
  await Promise.all(Array.from({ length: REPEATED_CREATES }, create));
}

/** Alarms due from now on, and how late each may arrive. */
async function planAlarms(url: string): Promise<{ due: Map<string, Micros>; latestMs: () => number }> {
  const db = connect(url, 2);
  const instants = await DatabaseInstants.measure(pool);
  const due = await insertPlanned(db, {
    workspaceId: database.workspaceId,
    count: ALARMS,
    firstUs: instants.toDatabaseUs(performance.now()) + SECOND_US,
    perSecond: PER_SECOND,
    url: () => receiver.url,
  });
  await db.$disconnect();
  const late = ([id, us]: [string, Micros]) =>
    (receiver.ledger.arrivalsOf(id)[0]?.atMs ?? Number.POSITIVE_INFINITY) - instants.monotonicMs(us);
  return { due, latestMs: () => Math.round(Math.max(...[...due].map(late))) };
}

async function prove(name: string, fallSilent: () => Promise<void>): Promise<void> {
  const all = await probes();
  const { due, latestMs } = await planAlarms(currentUrl);
  await until('it fires', PATIENCE_MS, () => [...due.keys()].some((id) => receiver.ledger.has(id)));
  await fallSilent();
  const [times] = await Promise.all([recoveryOf(all, LIVENESS_MS), createThroughout(name)]);
  await until('every alarm has ended', PATIENCE_MS, async () => (await pending()) === 0);
  const figures = { ...times, 'alarms: the latest after its due time, ms': latestMs() };
  report(
    name,
    { alarms: due.size, repeats: receiver.ledger.arrived - receiver.ledger.size, ...figures },
    Object.fromEntries(Object.keys(figures).map((figure) => [figure, { atMost: BACK_WITHIN_MS }])),
  );
  const late = Object.entries(figures).filter(([, ms]) => ms > BACK_WITHIN_ON_BUSY_CORES_MS);
  expect(late).toEqual([]);
  expect(receiver.ledger.missing(due.keys())).toEqual([]);
  // Each was created once, however often it was repeated.
  expect(await countOf('select count(*)::int as count from alarms where name = $1', [name])).toBe(REPEATED_CREATES);
}

test('silent connections cost seconds, lose no alarm, and repeat no change', async () => {
  await prove('connections that fall silent', async () => proxy.silenceOpen());
});

test('a failover whose old primary falls silent takes seconds, and no alarm is lost', async () => {
  await prove('a failover whose old primary falls silent', async () => {
    currentUrl = await database.failOver();
    pool = directPool(currentUrl);
    proxy.failOverTo(currentUrl);
  });
});

test('processes stopped while the database is silent end by themselves', async () => {
  proxy.silenceAll();
  const open = call('GET', '/me').catch(() => {});
  const began = performance.now();
  const ends = { web: 0, worker: 0 };
  await Promise.all([
    web.end('SIGTERM').then(() => {
      ends.web = Math.round(performance.now() - began);
    }),
    worker.end('SIGTERM').then(() => {
      ends.worker = Math.round(performance.now() - began);
    }),
    open,
  ]);
  report('told to end while the database is silent', { 'web, ms': ends.web, 'worker, ms': ends.worker });
  expect(Math.max(ends.web, ends.worker)).toBeLessThan(END_WITHIN_MS);
});
