import { beforeEach, describe, expect, test } from 'vitest';
import type { Ctx } from '#/lib/context/context.ts';
import { DAY_MS } from '#/lib/core/duration.ts';
import { Prisma } from '#/lib/db/generated/client.ts';
import { dropOldPartitions } from '#/lib/engine/partitions/keep-partitions.ts';
import { pruneAlarms } from '#/lib/engine/retention/prune-alarms.ts';
import { pruneAlarmsBefore } from '#/lib/engine/retention/prune-alarms-query.ts';
import { editWorkspace } from '#/lib/tracking/workspaces/edit-workspace.ts';
import { seeWorker } from '#/test/seen-worker.ts';
import { testWorld, type World } from '#/test/world.ts';

const START = Date.parse('2026-03-10T00:00:00Z');
const DAYS = 12;

let world: World;
let brief: Ctx;
let patient: Ctx;

beforeEach(async () => {
  world = await testWorld();
  [brief, patient] = [await world.member(), await world.member()];
  await editWorkspace(brief, { retention_days: 7 });
});

const system = () => ({ db: world.db, clock: world.clock, requestId: null });
const sql = async (text: string, values: unknown[] = []) => (await world.database.pool.query(text, values)).rows;
const prune = async () => {
  await seeWorker(world);
  return pruneAlarms(system());
};
const onDay = (day: number, ms = 0) => new Date(START + day * DAY_MS + ms);

/** Alarms that died at noon on each of twelve days from 10 March, each with an external id and two attempts. */
async function record({ actor }: Ctx, aDay: number): Promise<void> {
  await sql(
    `with row as (
       select gen_random_uuid() as id, $3::timestamptz + interval '12 hours' + day * interval '1 day' as at,
              'n' || day || '-' || n as name
       from generate_series(0, $4::int - 1) as day, generate_series(1, $5::int) as n),
     history as (
       insert into alarm_history (id, workspace_id, created_by, created_at, due_at, finished_at, version, attempts,
                                  max_attempts, status, end_reason, external_id)
       select id, $1, $2, at, at, at, 2, 2, 2, 'dead', 'exhausted', name from row),
     attempts as (
       insert into alarm_attempts (alarm_id, workspace_id, attempt, started_at, duration_us, outcome)
       select id, $1, n, at - n * interval '1 second', 5, 'timeout' from row, generate_series(1, 2) as n)
     select 1`,
    [actor.workspaceId, actor.userId, new Date(START), DAYS, aDay],
  );
}

/** The days that have rows, as 0 to 11, and the counts of attempts and names. */
async function left({ actor }: Ctx) {
  const [row] = await sql(
    `select array(select distinct finished_at::date - $2::date as day from alarm_history where workspace_id = $1
                  order by day) as days,
            (select count(*)::int from alarm_history where workspace_id = $1) as alarms,
            (select count(*)::int from alarm_attempts a join alarm_history h on h.id = a.alarm_id
              where h.workspace_id = $1) as attempts`,
    [actor.workspaceId, '2026-03-10'],
  );
  return row;
}
const daysFrom = (first: number) => Array.from({ length: DAYS - first }, (_, i) => first + i);

test('nothing is pruned when one reading of the clock is months ahead of workers and events', async () => {
  await record(brief, 1);
  await seeWorker(world);
  expect(await pruneAlarms({ ...system(), clock: { now: async () => onDay(100) } })).toBe(0);
  expect(await left(brief)).toMatchObject({ alarms: 12 });
});

test('a workspace prunes whole days once they are past its retention; its neighbor keeps everything', async () => {
  await record(brief, 3);
  await record(patient, 3);
  world.clock.set(onDay(8, -1));
  expect(await prune()).toBe(0);
  world.clock.set(onDay(8));
  expect(await prune()).toBe(3);
  expect(await left(brief)).toEqual({ days: daysFrom(1), alarms: 33, attempts: 66 });
  world.clock.set(onDay(12, DAY_MS / 2));
  expect(await prune()).toBe(12);
  expect(await left(brief)).toEqual({ days: daysFrom(5), alarms: 21, attempts: 42 });
  expect(await left(patient)).toEqual({ days: daysFrom(0), alarms: 36, attempts: 72 });
  expect((await sql('select count(*)::int as n from alarm_attempts'))[0].n).toBe(42 + 72);
  expect(await prune()).toBe(0);
});

test('thousands of alarms are pruned too, some at a time', async () => {
  await record(brief, 1_100);
  world.clock.set(onDay(9));
  expect(await prune()).toBe(2_200);
  expect(await left(brief)).toMatchObject({ days: daysFrom(2), alarms: 11_000 });
});

describe('as long as the server keeps alarms', () => {
  test.each([null, 30, 3_650])('a workspace keeps its own with %s days set', async (retention_days) => {
    await editWorkspace(brief, { retention_days });
    await record(brief, 1);
    world.clock.set(onDay(25));
    expect(await prune()).toBe(0);
    expect(await left(brief)).toMatchObject({ alarms: 12 });
    world.clock.set(onDay(45));
    await seeWorker(world);
    await dropOldPartitions(system());
    expect(await left(brief)).toMatchObject({ alarms: 0 });
  });
});

test('an alarm that is being redriven is not pruned', async () => {
  await record(brief, 2);
  world.clock.set(onDay(8));
  const client = await world.database.pool.connect();
  try {
    await client.query('begin');
    const where = 'where workspace_id = $1 and external_id = $2';
    await client.query(`select 1 from alarm_history ${where} for update`, [brief.actor.workspaceId, 'n0-1']);
    expect(await prune()).toBe(1);
    await client.query('rollback');
  } finally {
    client.release();
  }
  expect(await left(brief)).toMatchObject({ days: daysFrom(0), alarms: 23, attempts: 46 });
});

test('pruning finds the alarms of one workspace by its index, and reads no day that is kept', async () => {
  await record(patient, 200);
  await record(brief, 5);
  const plans: string[] = [];
  await world.db.$transaction(async (tx) => {
    const explain = async (strings: TemplateStringsArray, values: unknown[]) => {
      const statement = Prisma.sql(strings, ...(values as string[]));
      if (statement.text.includes('set_config')) return;
      const rows = await tx.$queryRaw<Record<string, string>[]>(
        Prisma.sql`${Prisma.raw('explain (costs off)')} ${statement}`,
      );
      plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
    };
    const explaining = {
      $queryRaw: async (strings: TemplateStringsArray, ...values: unknown[]) => {
        await explain(strings, values);
        return tx.$queryRaw(strings, ...values);
      },
      $executeRaw: async (strings: TemplateStringsArray, ...values: unknown[]) => {
        await explain(strings, values);
        return tx.$executeRaw(strings, ...values);
      },
    };
    const options = { before: onDay(3), limit: 1_000 };
    expect(await pruneAlarmsBefore(explaining as never, brief.actor.workspaceId, options)).toBe(15);
  });
  expect(plans).toHaveLength(3);
  for (const plan of plans) expect(plan).not.toMatch(/Seq Scan/);
  expect(plans[0]).toMatch(/workspace_id_status_due_at_id_idx[\s\S]*endpoint_id_status_due_at_id_idx/);
  for (const plan of plans) {
    expect(plan).toContain('20260312');
    expect(plan).not.toContain('20260313');
  }
});
