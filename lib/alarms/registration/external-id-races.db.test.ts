import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { abortAlarm } from '#/lib/alarms/alarms/abort-alarm.ts';
import { createAlarmInput } from '#/lib/alarms/alarms/alarm-input-schemas.ts';
import { redriveAlarm } from '#/lib/alarms/dead-letters/redrive-alarm.ts';
import { createAlarm } from '#/lib/alarms/registration/create-alarm.ts';
import { createAlarms } from '#/lib/alarms/registration/create-alarms.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { isAppError } from '#/lib/core/errors.ts';
import { MS_US, SECOND_US } from '#/lib/core/micros.ts';
import { openSqlPool, type SqlPool } from '#/lib/db/sql.ts';
import { claimDue } from '#/lib/engine/claim/claim-due-query.ts';
import { loadBodies } from '#/lib/engine/dispatch/load-bodies-query.ts';
import { FIRE } from '#/test/alarm-rows.ts';
import { scaled } from '#/test/scale.ts';
import { testWorld, type World } from '#/test/world.ts';

// Everything that can happen to alarms of one external id, at once, on a real database, each by a different person.
// Whatever the order, there are never two open ones, and a worker sends exactly what it claimed.

const SEED = 16;
const RUNS = scaled(12, 200);
const CODES = ['external_id_taken', 'alarm_already_firing', 'alarm_ended', 'alarm_not_attempted'];

let world: World;
let engine: SqlPool;
let people: Ctx[];

beforeAll(async () => {
  world = await testWorld({ connections: 40 });
  engine = openSqlPool(world.database.url, 8);
  world.database.onClose(() => engine.close());
  const first = await world.member();
  const { workspaceId } = first.actor;
  people = [first, ...(await Promise.all(Array.from({ length: 19 }, () => world.member({ workspaceId }))))];
});

type Step = 'create' | 'replace' | 'batch' | 'abort' | 'claim' | 'fail' | 'deliver' | 'die' | 'redrive';
const STEPS: Step[] = ['create', 'replace', 'batch', 'abort', 'claim', 'fail', 'deliver', 'die', 'redrive'];

/** Ends what is firing, as the engine does: by the version that was claimed. */
const end = (status: 'delivered' | 'dead', reason: string) => `
  with gone as (delete from alarms where external_id = $1 and status = 'firing' returning *)
  insert into alarm_history (due_at, finished_at, created_at, version, attempts, max_attempts, status, id, workspace_id,
                             created_by, end_reason, name, external_id, url, payload)
  select due_at, $2, created_at, version + 1, attempts, max_attempts, '${status}', id, workspace_id, created_by,
         '${reason}', name, external_id, url, payload from gone`;
const FAIL = `update alarms set status = 'scheduled', lease_until = null, version = version + 1
  where external_id = $1 and status = 'firing'`;

function raceOf(externalId: string) {
  const sent: { claimed: string | null; loaded: string | null }[] = [];
  const query = (text: string, values: unknown[] = [externalId]) => world.database.pool.query(text, values);
  const input = (n: number, change: object = {}) =>
    createAlarmInput.parse({
      ...{ delay_ms: 1 + n, url: 'https://example.com', payload: n, external_id: externalId },
      ...change,
    });
  const idOf = async (table: 'alarms' | 'alarm_history') =>
    (await query(`select id::text from ${table} where external_id = $1 order by random() limit 1`)).rows[0]?.id;
  const steps: Record<Step, (ctx: Ctx, n: number) => Promise<unknown>> = {
    create: (ctx, n) => createAlarm(ctx, input(n)),
    replace: (ctx, n) => createAlarm(ctx, input(n, { on_conflict: 'replace' })),
    batch: (ctx, n) => createAlarms(ctx, [input(n), input(n + 1, { on_conflict: 'replace' })], n % 2 === 0),
    abort: async (ctx) => abortAlarm(ctx, { id: (await idOf('alarms')) ?? ctx.actor.userId, ifMatch: null }),
    redrive: async (ctx) => redriveAlarm(ctx, { id: (await idOf('alarm_history')) ?? ctx.actor.userId, ifMatch: null }),
    claim: async () => {
      const untilUs = (await world.clock.now()).getTime() * MS_US + SECOND_US;
      const claims = await claimDue(engine.sql, {
        afterUs: null,
        untilUs,
        limit: 5,
        leaseUntilUs: untilUs + SECOND_US,
      });
      const { rows } = await query('select id, version, payload::text from alarms where external_id = $1');
      const bodies = await loadBodies(engine.sql, claims);
      for (const { id, version } of claims) {
        const row = rows.find((one) => one.id === id && one.version === version);
        if (row) sent.push({ claimed: row.payload, loaded: bodies.get(id)?.payload ?? row.payload });
      }
    },
    fail: () => query(FAIL),
    deliver: async () => query(end('delivered', 'delivered'), [externalId, await world.clock.now()]),
    die: async () => query(end('dead', 'exhausted'), [externalId, await world.clock.now()]),
  };
  return { steps, sent, query };
}

test('alarms of one external id, created, replaced, aborted, claimed, ended and redriven at once, leave one open at most', async () => {
  let runs = 0;
  const plan = fc.array(fc.constantFrom(...STEPS), { minLength: 8, maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(plan, async (names) => {
      runs += 1;
      const { steps, sent, query } = raceOf(`race-${runs}`);
      const work = names.map((name, n) => steps[name](people[n % people.length] as Ctx, n));
      for (const result of await Promise.allSettled(work)) {
        if (result.status === 'fulfilled') continue;
        const { reason } = result;
        if (!isAppError(reason)) throw reason;
        expect([...CODES, 'alarm_not_found', 'batch_rejected']).toContain(reason.code);
      }
      const { rows } = await query('select id, version from alarms where external_id = $1');
      expect(rows.length).toBeLessThanOrEqual(1);
      const twice = await query(
        'select id from alarms where external_id = $1 intersect select id from alarm_history where external_id = $1',
      );
      expect(twice.rows).toEqual([]);
      for (const { claimed, loaded } of sent) expect(loaded).toBe(claimed);
    }),
    { seed: SEED, numRuns: RUNS },
  );
});

test('an alarm replaced while a worker claims it is either sent as it was, or not sent now', async () => {
  for (let run = 0; run < scaled(20, 200); run += 1) {
    const external_id = `claim-${run}`;
    const make = (payload: number, change: object = {}) =>
      createAlarm(
        people[payload] as Ctx,
        createAlarmInput.parse({ delay: '1h', url: 'https://example.com', payload, external_id, ...change }),
      );
    const { alarm } = await make(1);
    const replace = () => make(2, { on_conflict: 'replace' }).catch((error: unknown) => error);
    const claim = () => world.database.pool.query(`${FIRE} returning version, payload::text as payload`, [alarm.id]);
    const [replaced, claimed] =
      run % 2
        ? await Promise.all([replace(), claim()])
        : ((await Promise.all([claim(), replace()])).reverse() as never);
    const [row] = (claimed as Awaited<ReturnType<typeof claim>>).rows;
    const wasReplaced = !isAppError(replaced);
    if (isAppError(replaced)) expect(replaced.code).toBe('alarm_already_firing');
    // This test's claim takes any scheduled alarm, however late it is due: if replaced first, it sends the new content.
    expect([row.payload, row.version]).toEqual(wasReplaced ? ['2', 3] : ['1', 2]);
  }
});

test('a hundred callers who replace one alarm at once each replace it, and the last one counts', async () => {
  const replace = (n: number) =>
    createAlarm(
      people[n % people.length] as Ctx,
      createAlarmInput.parse({
        ...{ delay: '1h', output_mode: 'event', payload: n, external_id: 'debounced', on_conflict: 'replace' },
      }),
    );
  const { alarm } = await replace(1_000);
  const results = await Promise.all(Array.from({ length: 100 }, (_, n) => replace(n)));
  expect(new Set(results.map((one) => one.alarm.id))).toEqual(new Set([alarm.id]));
  expect(new Set(results.map((one) => one.alarm.version))).toEqual(
    new Set(Array.from({ length: 100 }, (_, n) => n + 2)),
  );
  const last = results.find((one) => one.alarm.version === 101);
  const { rows } = await world.database.pool.query('select version, payload::text from alarms where id = $1', [
    alarm.id,
  ]);
  expect(rows).toEqual([{ version: 101, payload: last?.alarm.payload }]);
});
