import type { QueryConfig } from 'pg';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createAlarmInput } from '#/lib/alarms/alarms/alarm-input-schemas.ts';
import { createAlarm } from '#/lib/alarms/registration/create-alarm.ts';
import { buildApi } from '#/lib/api/app.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { transaction } from '#/lib/context/transaction.ts';
import { Singleflight } from '#/lib/core/singleflight.ts';
import { connect, type Db } from '#/lib/db/client.ts';
import { connectionSettings, DeadlineClient } from '#/lib/db/deadline-client.ts';
import { NotifyListener } from '#/lib/db/notify-listener.ts';
import { openSqlPool } from '#/lib/db/sql.ts';
import { isUnavailable } from '#/lib/db/unavailable.ts';
import { SecretCache } from '#/lib/engine/dispatch/secret-cache.ts';
import type { FeedEvent } from '#/lib/feed/events/event.ts';
import { FeedHub } from '#/lib/feed/hub/feed-hub.ts';
import { readyToSend, stopSending } from '#/lib/jobs/enqueue.ts';
import { WRITE_NOTIFICATION } from '#/lib/jobs/notification-job.ts';
import { createProject } from '#/lib/tracking/projects/create-project.ts';
import { listSigningSecrets } from '#/lib/webhooks/secrets/signing-secrets.ts';
import { APP_URL, type ApiClient, apiKeyFor, clientOf } from '#/test/api-client.ts';
import { eventually } from '#/test/eventually.ts';
import { type SilentProxy, startSilentProxy } from '#/test/silent-proxy.ts';
import { testWorld, type World } from '#/test/world.ts';
import { Heartbeat } from '#/worker/heartbeat.ts';

/**
 * How soon a query without a response is given up. On a busy machine other queries may take as long: they are retried.
 */
const TIMEOUT_MS = 1_000;

let world: World;
let proxy: SilentProxy;
let db: Db;
let maya: Ctx;

beforeAll(async () => {
  world = await testWorld();
});
beforeEach(async () => {
  proxy = await startSilentProxy(world.database.url);
  db = connect(proxy.url, 2, { timeoutMs: TIMEOUT_MS });
  maya = { ...(await world.member()), db };
});
afterEach(async () => {
  await stopSending(db);
  await db.$disconnect();
  proxy.close();
});

const request = () => db.$queryRaw<{ one: number }[]>`select 1 as one`;
/** The error it was rejected with; fails when it was not rejected. */
const rejection = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    (value) => {
      throw new Error(`It was not rejected: ${JSON.stringify(value)}`);
    },
    (error: unknown) => error,
  );
const unavailable = async (work: Promise<unknown>) => expect(isUnavailable(await rejection(work))).toBe(true);
/** Fills the pool, so that each of its connections can be made silent. */
const fillPool = () => Promise.all([1, 2].map(() => db.$queryRaw`select 1 from pg_sleep(0.05)`));

describe('a query of Prisma’s pool on a connection that went silent', () => {
  test('is rejected as unavailable, its connection is destroyed, and the next one works', async () => {
    await request();
    proxy.silenceOpen();
    await unavailable(request());
    expect(proxy.live()).toBe(0);
    await eventually(async () => expect(await request()).toEqual([{ one: 1 }]));
  });

  test('destroys the idle connections too, so that no other query has to time out', async () => {
    await fillPool();
    expect(proxy.live()).toBe(2);
    proxy.silenceOpen();
    await unavailable(request());
    await eventually(() => Promise.all([request(), request()]));
    expect(proxy.opened()).toBe(4);
  });

  test('is not confused with a waiting one: queries that the server answers in time continue', async () => {
    expect(await db.$queryRaw`select 2 as two from pg_sleep(0.3)`).toEqual([{ two: 2 }]);
  });
});

describe('a transaction whose connection goes silent', () => {
  test('is rejected, its connection is not returned to the pool, and the person’s next one does not wait', async () => {
    await fillPool();
    const first = transaction(maya, async ({ tx }) => {
      proxy.silenceOpen();
      await tx.$queryRaw`select 1`;
    });
    const next = transaction(maya, async ({ tx }) => tx.$queryRaw`select 3 as three`);
    await unavailable(first);
    await next.catch(() => {});
    expect(await transaction(maya, async ({ tx }) => tx.$queryRaw`select 3 as three`)).toEqual([{ three: 3 }]);
    // More at once than the pool has, so that no connection of it is lost.
    expect(await Promise.all([1, 2, 3].map(() => request()))).toHaveLength(3);
  });

  test('releases its locks on the server within the same time', async () => {
    const { userId } = maya.actor;
    await unavailable(
      db.$transaction(
        async (tx) => {
          await tx.$queryRaw`select id from users where id = ${userId}::uuid for update`;
          proxy.silenceOpen();
          await tx.$queryRaw`select 1`;
        },
        { timeout: 60_000 },
      ),
    );
    await eventually(async () => {
      await world.database.pool.query('select id from users where id = $1 for update nowait', [userId]);
    });
  });
});

describe('a write whose response is lost', () => {
  let api: ApiClient;
  beforeEach(async () => {
    const hub = new FeedHub(db, proxy.url);
    const app = buildApi({ db, clock: world.clock, hub, appUrl: APP_URL });
    api = clientOf(app, { authorization: `Bearer ${await apiKeyFor(world, maya)}` });
    // Its connections are open before anything is lost.
    await api('GET', '/me');
  });

  test('gets 503 with unknown outcome, and its Idempotency-Key returns the one thing it created', async () => {
    const key = { 'idempotency-key': 'once-only' };
    proxy.loseResponseTo('COMMIT');
    const lost = await api('POST', '/projects', { name: 'Apollo' }, key);
    expect([lost.status, lost.headers.get('retry-after')]).toEqual([503, expect.stringMatching(/^\d+$/)]);
    expect(lost.body).toMatchObject({ code: 'database_unavailable', outcome: 'unknown' });
    const again = await eventually(async () => {
      const response = await api<{ project: { id: string } }>('POST', '/projects', { name: 'Apollo' }, key);
      expect(response.status).toBe(201);
      return response;
    });
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    const { rows } = await world.database.pool.query('select id from projects where workspace_id = $1', [
      maya.actor.workspaceId,
    ]);
    expect(rows).toEqual([{ id: again.body.project.id }]);
  });
});

describe('no shared part waits forever for one silent query:', () => {
  test('a singleflight lets the next lookup run', async () => {
    const lookup = new Singleflight(() => request());
    await request();
    proxy.silenceOpen();
    await unavailable(lookup.get('key'));
    await eventually(async () => expect(await lookup.get('key')).toEqual([{ one: 1 }]));
  });

  test('a lookup of signing secrets is given up, and the next one gets them', async () => {
    const secrets = new SecretCache(async (ids) => listSigningSecrets(db, ids, await world.clock.now()));
    await fillPool();
    proxy.silenceOpen();
    await unavailable(secrets.get(maya.actor.workspaceId));
    await eventually(async () => expect(await secrets.get(maya.actor.workspaceId)).toHaveLength(1));
  });

  test('inserts that lost their responses free their slots', async () => {
    const create = () => createAlarm(maya, createAlarmInput.parse({ delay: '1h', output_mode: 'event' }));
    await fillPool();
    await create();
    // Even for an insert sent so late that it takes a new connection.
    proxy.silenceAll();
    const first = create();
    const second = new Promise((resolve) => setImmediate(resolve)).then(create);
    await Promise.all([unavailable(first), unavailable(second)]);
    proxy.heal();
    await eventually(create);
  });

  test('the feed is read again', async () => {
    const hub = new FeedHub(db, proxy.url);
    const received: FeedEvent[] = [];
    await hub.subscribe(({ event }) => received.push(event));
    proxy.silenceOpen();
    await createProject({ ...maya, db: world.db }, { name: 'Apollo' });
    await eventually(() => expect(received.map(({ type }) => type)).toEqual(['project.created']));
    hub.close();
  });

  test('a worker’s heartbeat continues', async () => {
    const heartbeat = new Heartbeat({ db, clock: world.clock, requestId: null }, () => null);
    await heartbeat.start();
    proxy.silenceOpen();
    world.clock.advance(20_000);
    const now = await world.clock.now();
    await eventually(async () => {
      await heartbeat.start();
      expect(await world.db.worker.count({ where: { seenAt: now } })).toBe(1);
    });
    await heartbeat.stop();
  });

  test('the job queue sends again', async () => {
    const { boss } = await readyToSend(db, WRITE_NOTIFICATION);
    const queued = () => boss.getQueueStats(WRITE_NOTIFICATION.name);
    await queued();
    proxy.silenceOpen();
    await unavailable(queued());
    await eventually(queued);
  });
});

describe('a query that may take long', () => {
  let long: Db;
  beforeEach(async () => {
    long = connect(proxy.url, 1, { timeoutMs: 600_000 });
    await long.$queryRaw`select 1`;
    return () => long.$disconnect();
  });
  // Prisma begins a query when it is awaited.
  const slow = async (seconds: number) =>
    await long.$queryRaw<{ done: number }[]>`select 1 as done from pg_sleep(${seconds})`;

  test('is rejected when another connection was silent and the server is not running it', async () => {
    const lost = slow(0.2);
    proxy.silenceOpen();
    const rejected = rejection(lost);
    await request();
    proxy.loseResponseTo('select 7');
    await unavailable(db.$queryRaw`select 7 as seven`);
    expect(isUnavailable(await rejected)).toBe(true);
    await eventually(async () => expect(await slow(0)).toEqual([{ done: 1 }]));
  });

  test('continues when the server is still running it', async () => {
    const goesOn = slow(4);
    await request();
    proxy.loseResponseTo('select 7');
    await unavailable(db.$queryRaw`select 7 as seven`);
    expect(await goesOn).toEqual([{ done: 1 }]);
  });

  test('continues when a query with its own limit, on a connection for long ones, gets no response', async () => {
    const reader = new DeadlineClient(connectionSettings(proxy.url, '', 600_000));
    reader.on('error', () => {});
    await reader.connect();
    const goesOn = slow(4);
    await request();
    proxy.loseResponseTo('select 8');
    const fetched = reader.query({ text: 'select 8', query_timeout: TIMEOUT_MS } as QueryConfig);
    expect(await rejection(fetched)).toMatchObject({ message: 'Query read timeout' });
    expect(await goesOn).toEqual([{ done: 1 }]);
  });
});

describe('the pool of the engine', () => {
  test('rejects a query without a response, and uses other connections at once', async () => {
    const pool = openSqlPool(proxy.url, 2, TIMEOUT_MS);
    const one = () => pool.sql<{ one: number }>({ name: 'one', text: 'select 1 as one' }, []);
    await Promise.all([one(), one()]);
    proxy.silenceOpen();
    await unavailable(one());
    await eventually(async () => expect(await one()).toEqual([{ one: 1 }]));
    await pool.close();
  });
});

describe('a connection for notifications', () => {
  test('that goes silent is dropped and reopened, and receives later notifications', async () => {
    const received: string[] = [];
    const line = new NotifyListener(
      proxy.url,
      { silent_test: (payload) => received.push(payload) },
      { checkMs: TIMEOUT_MS },
    );
    await line.open();
    const notifyChannel = (payload: string) =>
      world.database.pool.query('select pg_notify($1, $2)', ['silent_test', payload]);
    await notifyChannel('before');
    await eventually(() => expect(received).toEqual(['before']));
    proxy.silenceOpen();
    await eventually(async () => {
      await notifyChannel('after');
      expect(received).toContain('after');
    });
    expect(proxy.live()).toBe(1);
    line.close();
  });
});
