import fc from 'fast-check';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { QUEUED_AT_US } from '#/lib/alarms/receivers/receiver.ts';
import { newId } from '#/lib/core/ids.ts';
import { MS_US, SECOND_US } from '#/lib/core/micros.ts';
import type { Sql } from '#/lib/db/sql.ts';
import { countQueued } from '#/lib/engine/claim/pending-query.ts';
import { grantQueued } from '#/lib/engine/queues/grant-query.ts';
import { engineLatenessMs, latenessMs } from '#/lib/engine/settle/settlement.ts';
import { firingWorld, type Options, responding } from '#/test/engine/firing.ts';
import { eventually } from '#/test/eventually.ts';

const PAUSED = 'https://paused.test';
const OTHER = 'https://other.test';

let scene: Awaited<ReturnType<typeof firingWorld>>;
beforeAll(async () => {
  scene = await firingWorld();
});
beforeEach(async () => {
  await scene.query('truncate alarms');
  await scene.query('delete from receivers');
  await scene.query('delete from endpoints');
  scene.time.us += 3_600 * SECOND_US;
});

type Settings = { origin?: string; endpointId?: string; paused?: boolean; rate?: number; concurrency?: number };

async function receiver({ origin, endpointId, paused = false, rate, concurrency }: Settings): Promise<string> {
  const id = newId();
  await scene.query(
    `insert into receivers (id, workspace_id, origin, endpoint_id, paused_at, max_per_second, max_concurrency, drains)
     values ($1, $2, $3, $4, case when $5::boolean then now() end, $6, $7, true)`,
    [id, scene.workspaceId, origin ?? null, endpointId ?? null, paused, rate ?? null, concurrency ?? null],
  );
  return id;
}

async function resume(id: string): Promise<void> {
  await scene.query('update receivers set paused_at = null, version = version + 1 where id = $1', [id]);
}

async function endpoint(): Promise<string> {
  const id = newId();
  await scene.query(
    `insert into endpoints (id, workspace_id, created_by, url, event_types, max_attempts)
     values ($1, $2, $2, $3, '{import.undone}', 3)`,
    [id, scene.workspaceId, `${PAUSED}/events`],
  );
  return id;
}

const toPaused = (count: number, change = {}) => scene.addAll(count, () => ({ url: `${PAUSED}/hook`, ...change }));
async function toEndpoint(count: number, endpointId: string): Promise<string[]> {
  const ids = await toPaused(count);
  await scene.query('update alarms set endpoint_id = $1 where id = any ($2::uuid[])', [endpointId, ids]);
  return ids;
}
const toOther = (count: number) => scene.addAll(count, () => ({ url: `${OTHER}/hook` }));

async function waiting(): Promise<number> {
  const [row] = await scene.query<{ count: number }>(
    `select count(*)::int as count from alarms
     where status = 'scheduled' and attempts = 0 and next_attempt_at = to_timestamp($1)`,
    [QUEUED_AT_US / SECOND_US],
  );
  return row?.count ?? 0;
}

const GATE = 41;

/** Statements that have read their snapshot wait for this lock before they lock a receiver. */
function stalled(sql: Sql): Sql {
  return ((statement, values) => {
    const lock = 'workspace_id = any ($5::uuid[]) and paused_at is null';
    expect(statement.text).toContain(lock);
    const wait = `${lock} and (select pg_advisory_xact_lock_shared(${GATE}))::text is not null`;
    return sql({ name: 'stalled', text: statement.text.replace(lock, wait) }, values);
  }) as Sql;
}

/** Runs passes of an engine until this holds. */
async function passUntil({ firing }: ReturnType<typeof scene.engine>, holds: () => unknown): Promise<void> {
  await eventually(async () => {
    firing.expectReceiverChange();
    await firing.runOnce();
    await holds();
  });
}

describe('an alarm due while delivery is paused', () => {
  test.each<[string, () => Promise<Settings>]>([
    [
      'to an origin',
      async () => {
        await toPaused(5);
        return { origin: PAUSED };
      },
    ],
    [
      'of the workspace',
      async () => {
        await toPaused(5);
        return {};
      },
    ],
    [
      'to an endpoint',
      async () => {
        const endpointId = await endpoint();
        await toEndpoint(5, endpointId);
        return { endpointId };
      },
    ],
  ])('%s waits without an attempt, and is sent upon resume', async (_what, of) => {
    const id = await receiver({ ...(await of()), paused: true });
    const worker = scene.engine();
    await passUntil(worker, async () => expect(await waiting()).toBe(5));
    expect(worker.sent).toEqual([]);
    await resume(id);
    await passUntil(worker, () => expect(worker.settled).toHaveLength(5));
    expect(worker.settled.map(({ claim, end }) => [claim.attempt, end?.status])).toEqual(
      Array.from({ length: 5 }, () => [1, 'delivered']),
    );
    await passUntil(worker, async () =>
      expect(await scene.query('select from receivers where drains')).toHaveLength(0),
    );
  });

  test('does not hold up other origins, endpoints and workspaces', async () => {
    await receiver({ origin: PAUSED, paused: true });
    await toPaused(300);
    const endpointId = await endpoint();
    const ids = [
      ...(await toOther(2)),
      ...(await toEndpoint(2, endpointId)),
      ...(await toPaused(2, { workspaceId: newId() })),
    ];
    const worker = scene.engine();
    await passUntil(worker, async () => {
      expect(worker.sent.map(({ id }) => id).sort()).toEqual([...ids].sort());
      expect(await waiting()).toBe(300);
    });
  });

  test('still publishes if it is an event, which calls no receiver', async () => {
    await receiver({ paused: true });
    await scene.addAll(2, () => ({ url: null, settings: { output_mode: 'event' } }));
    const worker = scene.engine();
    await passUntil(worker, () => expect(worker.settled).toHaveLength(2));
  });

  test('is not read while it waits', async () => {
    await receiver({ origin: PAUSED, paused: true });
    await toPaused(200);
    const rows: [string, number][] = [];
    const sql = (real: Sql) =>
      (async (statement, values) => {
        const found = await real(statement, values);
        rows.push([statement.name, found.length]);
        return found;
      }) as Sql;
    const worker = scene.engine(undefined, { sql });
    await passUntil(worker, async () => expect(await waiting()).toBe(200));
    rows.length = 0;
    for (let pass = 0; pass < 10; pass += 1) {
      scene.time.us += 1_100 * MS_US;
      await worker.firing.runOnce();
    }
    expect(rows.filter(([name]) => name === 'grant_queued')).toEqual([]);
    expect(rows.filter(([name, count]) => name.startsWith('claim_') && count > 0)).toEqual([]);
  });

  test('does not count as the engine’s lateness, which starts at its release', async () => {
    const id = await receiver({ origin: PAUSED, paused: true });
    await toPaused(1);
    const worker = scene.engine(() => ({ ...responding(200), sentAtMs: scene.time.us / MS_US }));
    await passUntil(worker, async () => expect(await waiting()).toBe(1));
    scene.time.us += 600 * SECOND_US;
    await resume(id);
    await passUntil(worker, () => expect(worker.settled).toHaveLength(1));
    const [settlement] = worker.settled;
    expect(settlement && [latenessMs(settlement), engineLatenessMs(settlement)]).toEqual([0, null]);
  });

  test('ends as its misfire policy says when its deadline has passed meanwhile', async () => {
    const id = await receiver({ origin: PAUSED, paused: true });
    const deadlineUs = scene.time.us + SECOND_US;
    const [alarm] = await toPaused(1, { deadlineUs, settings: { misfire: 'skip' } });
    const worker = scene.engine();
    await passUntil(worker, async () => expect(await waiting()).toBe(1));
    scene.time.us += 600 * SECOND_US;
    await resume(id);
    await passUntil(worker, async () =>
      expect(await scene.history(alarm as string)).toMatchObject({ end_reason: 'skipped', attempts: 0 }),
    );
    expect(worker.sent).toEqual([]);
  });

  test('that is redriven is held back again', async () => {
    await receiver({ origin: PAUSED, paused: true });
    const [alarm] = await toPaused(1);
    const worker = scene.engine();
    await passUntil(worker, async () => expect(await waiting()).toBe(1));
    await scene.query('update alarms set next_attempt_at = due_at, version = version + 1 where id = $1', [alarm]);
    expect(await waiting()).toBe(0);
    await passUntil(worker, async () => expect(await waiting()).toBe(1));
    expect(worker.sent).toEqual([]);
  });

  test('is sent once the receiver is deleted, which is then removed for good', async () => {
    const id = await receiver({ origin: PAUSED, paused: true });
    await toPaused(5);
    const worker = scene.engine();
    await passUntil(worker, async () => expect(await waiting()).toBe(5));
    await scene.query(
      'update receivers set paused_at = null, deleted_at = now(), version = version + 1 where id = $1',
      [id],
    );
    await passUntil(worker, () => expect(worker.settled).toHaveLength(5));
    await passUntil(worker, async () => expect(await scene.query('select from receivers')).toHaveLength(0));
  });

  test('is counted among queued alarms', async () => {
    await receiver({ origin: PAUSED, paused: true });
    await toPaused(3);
    await toOther(1);
    const worker = scene.engine();
    await passUntil(worker, async () => expect(await waiting()).toBe(3));
    expect(await countQueued(scene.pool.sql)).toBe(3);
  });

  test('that a worker already holds for a slot is queued too', async () => {
    const isOver = Promise.withResolvers<void>();
    const worker = scene.engine(async () => {
      await isOver.promise;
      return responding(200);
    });
    await toPaused(60);
    await passUntil(worker, () => expect(worker.sent.length).toBeGreaterThan(0));
    const started = worker.sent.length;
    expect(started).toBeLessThan(60);
    await receiver({ origin: PAUSED, paused: true });
    worker.firing.expectReceiverChange();
    await worker.firing.runOnce();
    isOver.resolve();
    await passUntil(worker, async () => expect(await waiting()).toBe(60 - started));
    expect(worker.sent).toHaveLength(started);
  });
});

test('sending costs no statement more where nothing is paused or limited', async () => {
  const names: string[] = [];
  const options: Options = {
    sql: (real) =>
      ((statement, values) => {
        names.push(statement.name);
        return real(statement, values);
      }) as Sql,
  };
  await toOther(80);
  const worker = scene.engine(undefined, options);
  await worker.firing.runOnce();
  await worker.settle(80);
  expect(names.filter((name) => name === 'queue_alarms' || name === 'grant_queued')).toEqual([]);
  expect(names.filter((name) => name === 'list_receiver_controls')).toHaveLength(1);
});

describe('two workers', () => {
  test('never have more attempts in flight than a receiver allows', async () => {
    await receiver({ origin: PAUSED, concurrency: 3 });
    await toPaused(12);
    let inFlight = 0;
    let most = 0;
    const ends: (() => void)[] = [];
    const receive = async () => {
      inFlight += 1;
      most = Math.max(most, inFlight);
      const { promise, resolve } = Promise.withResolvers<void>();
      ends.push(resolve);
      await promise;
      inFlight -= 1;
      return responding(200);
    };
    const workers = [scene.engine(receive), scene.engine(receive)];
    const sent = () => workers.reduce((sum, worker) => sum + worker.sent.length, 0);
    const settled = () => workers.reduce((sum, worker) => sum + worker.settled.length, 0);
    for (const wanted of [3, 6, 9, 12]) {
      await eventually(async () => {
        await Promise.all(workers.map(({ firing }) => firing.runOnce()));
        expect(sent()).toBe(wanted);
      });
      for (const end of ends.splice(0)) end();
      await eventually(() => expect(settled()).toBe(wanted));
      scene.time.us += 2 * SECOND_US;
    }
    expect(most).toBe(3);
  });

  test('take no more than may be in flight when one reads data that the other has changed since', async () => {
    const id = await receiver({ origin: PAUSED, concurrency: 1 });
    const alarms = await toPaused(2);
    await scene.query(
      'update alarms set receiver_id = $1, next_attempt_at = to_timestamp($2) where id = any ($3::uuid[])',
      [id, QUEUED_AT_US / SECOND_US, alarms],
    );
    const nowUs = scene.time.us;
    const grant = (sql: Sql) =>
      grantQueued(sql, {
        receivers: [{ id, workspaceId: scene.workspaceId }],
        nowUs,
        limit: 10,
        leaseUntilUs: nowUs + 30 * SECOND_US,
      });
    const gate = await scene.world.database.pool.connect();
    try {
      await gate.query('select pg_advisory_lock($1)', [GATE]);
      const late = grant(stalled(scene.pool.sql));
      await eventually(async () => {
        const waits = "select from pg_locks where locktype = 'advisory' and not granted";
        expect(await scene.query(waits)).toHaveLength(1);
      });
      const [first] = await grant(scene.pool.sql);
      expect(first?.claims).toHaveLength(1);
      await gate.query('select pg_advisory_unlock($1)', [GATE]);
      expect(await late).toEqual([]);
    } finally {
      gate.release();
    }
    expect(await waiting()).toBe(1);
  });

  test('take a quarter of the alarms that leave from the newest, and the rest from the oldest', async () => {
    const oldest = await toPaused(20, { dueUs: scene.time.us - 60 * SECOND_US });
    await receiver({ origin: PAUSED, rate: 1 });
    const worker = scene.engine();
    await passUntil(worker, async () => expect((await waiting()) + worker.settled.length).toBe(20));
    const fresh = await toPaused(2, { dueUs: scene.time.us });
    await passUntil(worker, async () => expect((await waiting()) + worker.settled.length).toBe(22));
    const before = worker.sent.length;
    for (let n = 1; n <= 8; n += 1) {
      scene.time.us += SECOND_US;
      await passUntil(worker, () => expect(worker.sent.length).toBe(before + n));
    }
    const ids = worker.sent.slice(before).map(({ id }) => id);
    expect(ids.filter((id) => fresh.includes(id))).toHaveLength(2);
    expect(ids.filter((id) => oldest.includes(id))).toHaveLength(6);
  });

  test('send at most at the rate together, and no less, whatever the times between their passes', async () => {
    const steps = fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 5, maxLength: 15 });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(1, 4, 30, 200), steps, async (rate, waits) => {
        await scene.query('truncate alarms');
        await scene.query('delete from receivers');
        await receiver({ origin: PAUSED, rate });
        const sentAt: number[] = [];
        const workers = [0, 1].map(() =>
          scene.engine(
            () => {
              sentAt.push(scene.time.us);
              return responding(200);
            },
            { settings: { batch: 1_000 } },
          ),
        );
        await toPaused(200);
        scene.time.us += SECOND_US;
        const model = { freeUs: scene.time.us, sent: 0 };
        const first = workers[0] as (typeof workers)[number];
        await passUntil(first, async () => expect((await waiting()) + sentAt.length).toBe(200));
        const pass = () => Promise.all(workers.map(({ firing }) => firing.runOnce()));
        for (const waitMs of [0, ...waits]) {
          scene.time.us += waitMs * MS_US;
          // Forces a read of the settings, as after a second, without passing time for the rate.
          for (const { firing } of workers) firing.expectReceiverChange();
          take(model, { rate, nowUs: scene.time.us, most: 200 });
          await eventually(async () => {
            await pass();
            expect({ rate, waitMs, sent: sentAt.length }).toEqual({ rate, waitMs, sent: model.sent });
          });
        }
        for (const fromUs of sentAt) {
          const inSecond = sentAt.filter((us) => us >= fromUs && us < fromUs + SECOND_US).length;
          expect(inSecond).toBeLessThanOrEqual(rate + Math.max(1, rate / 10));
        }
        await Promise.all(workers.map(({ firing }) => firing.stop(1_000)));
      }),
      { numRuns: 6, seed: 41, endOnFailure: true },
    );
  });
});

/** One attempt after the other, each at its own time: at most a tenth of a second's worth ahead of theirs. */
function take(
  model: { freeUs: number; sent: number },
  { rate, nowUs, most }: { rate: number; nowUs: number; most: number },
): void {
  const each = SECOND_US / rate;
  const burst = Math.max(0, SECOND_US / 10 - each);
  model.freeUs = Math.max(model.freeUs, nowUs);
  while (model.sent < most && model.freeUs - burst <= nowUs + 1) {
    model.freeUs += each;
    model.sent += 1;
  }
}
