import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { findHealthResponse, type HealthParts } from '#/lib/api/health/find-health-response.ts';
import type { Readiness } from '#/lib/api/health/readiness.ts';
import { DAY_MS, HOUR_MS } from '#/lib/core/duration.ts';
import { newId } from '#/lib/core/ids.ts';
import { log } from '#/lib/core/log.ts';
import { connect } from '#/lib/db/client.ts';
import { holdEngine } from '#/lib/engine/hold/hold-engine.ts';
import { ensurePartitions } from '#/lib/engine/partitions/keep-partitions.ts';
import { apiFor } from '#/test/api-client.ts';
import { testWorld, type World } from '#/test/world.ts';

let world: World;
beforeAll(async () => {
  world = await testWorld();
});
beforeEach(async () => {
  await world.db.worker.deleteMany();
  await world.db.alarm.deleteMany();
  await seeWorker(0);
});

async function seeWorker(secondsAgo: number): Promise<void> {
  const seenAt = new Date((await world.clock.now()).getTime() - secondsAgo * 1000);
  const facts = { host: 'here', pid: 1, version: '0', startedAt: seenAt, seenAt };
  await world.db.worker.create({ data: { id: newId(), ...facts } });
}

async function ready(parts: HealthParts = world): Promise<{ status: number; body: Readiness }> {
  const response = await findHealthResponse('/api/ready', parts);
  return { status: response?.status ?? 0, body: JSON.parse(response?.body ?? '') };
}
const failing = ({ checks }: Readiness) =>
  Object.entries(checks)
    .filter(([, { ok }]) => !ok)
    .map(([name]) => name);

test.each([
  ['/ping', 'text/plain; charset=utf-8', 'pong'],
  ['/api/health', 'application/json', '{"status":"ok"}'],
])('%s reports that the process is alive, without the database', async (path, type, body) => {
  const away = connect('postgresql://nobody@127.0.0.1:1/none', 1);
  expect(await findHealthResponse(path, { ...world, db: away })).toEqual({ status: 200, type, body });
});

test('another path is not a health route', async () => {
  expect(await findHealthResponse('/api/ready/now', world)).toBeNull();
});

describe('a service is ready', () => {
  test('when the database responds, is up to date, and has a worker, nothing overdue and partitions for tomorrow', async () => {
    const { status, body } = await ready();
    expect([status, body.status, failing(body)]).toEqual([200, 'ready', []]);
  });

  test('with a worker seen 29.999 s ago, and not with one seen 30 s ago', async () => {
    await world.db.worker.deleteMany();
    await seeWorker(29.999);
    expect((await ready()).status).toBe(200);
    world.clock.advance(1);
    const { status, body } = await ready();
    expect([status, failing(body), body.checks.worker.detail]).toEqual([503, ['worker'], 'last seen 30 s ago']);
  });

  test('not while the process shuts down, even if all else is fine', async () => {
    const { status, body } = await ready({ ...world, isDraining: true });
    expect([status, body.status, failing(body)]).toEqual([503, 'not_ready', ['process']]);
  });

  test('not without a worker', async () => {
    await world.db.worker.deleteMany();
    const { status, body } = await ready();
    expect([status, body.status, failing(body)]).toEqual([503, 'not_ready', ['worker']]);
  });

  test.each([
    [299, 200, []],
    [301, 503, ['overdue_alarms']],
  ])('with an alarm %i s late: %i', async (late, status, names) => {
    const api = await apiFor(world, await world.member());
    await api('POST', '/alarms', { delay: '1s', output_mode: 'event' });
    world.clock.advance((late + 1) * 1000);
    await seeWorker(0);
    const response = await ready();
    expect([response.status, failing(response.body)]).toEqual([status, names]);
    expect(response.body.checks.overdue_alarms.detail).toContain(`${late} s late`);
  });

  test('while the engine is on hold, which it reports, however late alarms are', async () => {
    const api = await apiFor(world, await world.member());
    await api('POST', '/alarms', { delay: '1s', output_mode: 'event' });
    world.clock.advance(HOUR_MS);
    await seeWorker(0);
    const { beganAt } = await holdEngine({ ...world, requestId: null }, 'a restored backup');
    try {
      const { status, body } = await ready();
      expect([status, failing(body)]).toEqual([200, []]);
      expect(body.checks.hold.detail).toBe(
        `on hold since ${beganAt.toISOString()}: nothing fires until it is released`,
      );
    } finally {
      await world.database.pool.query('delete from engine_holds');
    }
  });

  test.each([
    [299, 200, []],
    [301, 503, ['overdue_alarms']],
  ])(
    '%i s after the release of a hold of an hour, with an alarm that waited in it: %i',
    async (since, status, names) => {
      const api = await apiFor(world, await world.member());
      await api('POST', '/alarms', { delay: '1s', output_mode: 'event' });
      world.clock.advance(HOUR_MS);
      const releasedAt = await world.clock.now();
      world.clock.advance(since * 1000);
      await seeWorker(0);
      await world.database.pool.query(
        `insert into engine_holds (id, reason, began_at, released_at)
       values (gen_random_uuid(), 'maintenance', $1::timestamptz - interval '1 hour', $1)`,
        [releasedAt],
      );
      try {
        const { status: found, body } = await ready();
        expect([found, failing(body)]).toEqual([status, names]);
        expect(body.checks.overdue_alarms.detail).toBe(
          `the oldest is ${3_599 + since} s late; a hold was released ${since} s ago`,
        );
      } finally {
        await world.database.pool.query('delete from engine_holds');
      }
    },
  );

  test('not when there is no partition for alarms that end tomorrow', async () => {
    world.clock.advance(15 * DAY_MS);
    await seeWorker(0);
    expect(failing((await ready()).body)).toEqual(['partitions']);
    await ensurePartitions({ db: world.db, clock: world.clock, requestId: null });
    expect(failing((await ready()).body)).toEqual([]);
  });

  test('whatever the status of its brokers, which it counts and does not name', async () => {
    const [now, { actor }] = [await world.clock.now(), await world.member()];
    const states = [
      { paused: true, lastErrorAt: now },
      { lastConnectedAt: now, lastErrorAt: new Date(now.getTime() - 1) },
      { lastConnectedAt: now, lastErrorAt: now },
      { lastErrorAt: now },
      {},
    ];
    const owned = { workspaceId: actor.workspaceId, createdBy: actor.userId, kind: 'redis', sealedUrl: 'AAAA' };
    await world.db.broker.createMany({
      data: states.map((state, at) => ({
        ...owned,
        ...state,
        id: newId(),
        name: `secret-${at}`,
        outputTarget: 'out',
        lastError: 'lastErrorAt' in state ? 'It is away.' : null,
      })),
    });
    const { status, body } = await ready();
    expect([status, body.brokers]).toEqual([200, { unknown: 1, connected: 1, failing: 2, paused: 1 }]);
    expect(JSON.stringify(body)).not.toContain('secret');
    await world.db.broker.deleteMany();
  });

  test('not when a migration of this version is missing', async () => {
    await world.database.pool.query(
      "update _prisma_migrations set rolled_back_at = now() where migration_name = '0004_workspaces'",
    );
    try {
      const { body } = await ready();
      expect([failing(body), body.checks.migrations.detail]).toEqual([['migrations'], 'not applied: 0004_workspaces']);
    } finally {
      await world.database.pool.query('update _prisma_migrations set rolled_back_at = null');
    }
  });

  test('not while the database is down, and does not disclose why', async () => {
    const warned = vi.spyOn(log, 'warn').mockImplementation(() => {});
    const { status, body } = await ready({ ...world, db: connect('postgresql://nobody@127.0.0.1:1/none', 1) });
    expect([status, body.checks.database.detail, failing(body).length]).toEqual([503, 'can’t be reached', 6]);
    expect(body.brokers).toBeNull();
    expect(warned).toHaveBeenCalled();
    warned.mockRestore();
  });
});
