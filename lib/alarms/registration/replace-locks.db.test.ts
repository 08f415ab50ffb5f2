import pg from 'pg';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { abortAlarms } from '#/lib/alarms/alarms/abort-alarms.ts';
import { createAlarmInput } from '#/lib/alarms/alarms/alarm-input-schemas.ts';
import { abortAlarmsInput } from '#/lib/alarms/alarms/alarm-query-schemas.ts';
import { planOf } from '#/lib/alarms/registration/create-alarm.ts';
import { createAlarms } from '#/lib/alarms/registration/create-alarms.ts';
import { replaceAlarms } from '#/lib/alarms/registration/replace-alarms.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { MINUTE_MS } from '#/lib/core/duration.ts';
import { isAppError } from '#/lib/core/errors.ts';
import { MS_US, SECOND_US } from '#/lib/core/micros.ts';
import { openSqlPool, type SqlPool } from '#/lib/db/sql.ts';
import { recordAttempts } from '#/lib/engine/settle/settle-query.ts';
import { FIRE } from '#/test/alarm-rows.ts';
import { claim } from '#/test/engine/claim.ts';
import { eventually } from '#/test/eventually.ts';
import { testWorld, type World } from '#/test/world.ts';

// Two transactions that change the same alarms must not deadlock: Postgres would end one of them after a second. Here a
// third transaction holds one of the alarms until both of them wait.

let world: World;
let engine: SqlPool;
let ctx: Ctx;

beforeAll(async () => {
  world = await testWorld({ connections: 10 });
  engine = openSqlPool(world.database.url, 2);
  world.database.onClose(() => engine.close());
});
beforeEach(async () => {
  ctx = await world.member();
});

/** Alarms `first` and `second` in the order of their ids, the second due before the first. */
async function two(): Promise<{ id: string; external_id: string }[]> {
  const body = (external_id: string, delay: string) =>
    createAlarmInput.parse({ external_id, delay, url: 'https://acme.test/' });
  const created = await createAlarms(ctx, [body('a', '1h'), body('b', '1h')], true);
  const alarms = created.flatMap((one) => (isAppError(one) ? [] : one.alarm)).sort((a, b) => (a.id < b.id ? -1 : 1));
  await world.database.pool.query(
    "update alarms set due_at = due_at - interval '10 minutes', next_attempt_at = due_at - interval '10 minutes' where id = $1",
    [alarms[1]?.id],
  );
  return alarms.map(({ id, externalId }) => ({ id, external_id: externalId ?? '' }));
}

const replacement = ({ external_id }: { external_id: string }) =>
  createAlarmInput.parse({ external_id, delay: '2h', url: 'https://acme.test/other', on_conflict: 'replace' });

async function holder(id: string | undefined) {
  const client = new pg.Client({ connectionString: world.database.url });
  await client.connect();
  await client.query('begin');
  await client.query('select from alarms where id = $1 for update', [id]);
  return { release: () => client.query('commit').then(() => client.end()) };
}

const waiting = (count: number) =>
  eventually(async () => {
    const { rows } = await world.database.pool.query(
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
    expect(rows).toHaveLength(count);
  });

test('a batch that replaces alarms waits for none that is in flight', async () => {
  const [first, second] = await two();
  if (!first || !second) throw new Error('two alarms');
  for (const { id } of [first, second]) await world.database.pool.query(FIRE, [id]);
  const held = await holder(second.id);
  const nowUs = (await world.clock.now()).getTime() * MS_US;
  const result = (id: string) => ({ claim: claim({ id, workspaceId: ctx.actor.workspaceId }), attempt: null });
  // Ended alarms are deleted first; retried ones are updated afterward.
  const settling = recordAttempts(
    engine.sql,
    [
      { ...result(second.id), end: { status: 'delivered', reason: 'delivered' }, nextAttemptUs: null },
      { ...result(first.id), end: null, nextAttemptUs: nowUs + SECOND_US },
    ],
    nowUs,
  );
  await waiting(1);
  // As if they had been claimed after they were read.
  const input = [first, second].map((one) => ({
    alarm: planOf(ctx, replacement(one))(nowUs),
    isNew: false,
    isWanted: false,
    nowUs,
  }));
  const outcomes = await replaceAlarms(ctx, input, 'of nobody');
  const codes = [...outcomes.values()].map((one) => isAppError(one) && one.code);
  expect(codes).toEqual(['alarm_already_firing', 'alarm_already_firing']);
  await held.release();
  expect((await settling).own).toEqual(new Set([first.id, second.id]));
});

test('a batch that replaces alarms and an abort by filter lock them in one order', async () => {
  const [first, second] = await two();
  if (!first || !second) throw new Error('two alarms');
  const held = await holder(second.id);
  // For one person they would be serialized.
  const colleague = await world.member({ workspaceId: ctx.actor.workspaceId });
  // Leaves out their replacements, which may exist when the abort reads a second time.
  const due_to = new Date((await world.clock.now()).getTime() + 90 * MINUTE_MS).toISOString();
  const aborting = abortAlarms(colleague, abortAlarmsInput.parse({ due_to }));
  await waiting(1);
  const replaced = createAlarms(ctx, [first, second].map(replacement), false);
  await waiting(2);
  // Both lock the alarm due first, which is free, after the one they wait for.
  await world.database.pool.query('select from alarms where id = $1 for update nowait', [first.id]);
  await held.release();
  expect((await aborting).count).toBe(2);
  expect((await replaced).map((one) => !isAppError(one) && one.isNew)).toEqual([true, true]);
});
