import type { AlarmResponseJson } from '#/lib/alarms/alarms/alarm-schemas.ts';
import { intoHistory } from '#/lib/alarms/alarms/history.ts';
import { Prisma } from '#/lib/db/generated/client.ts';
import type { ApiClient } from '#/test/api-client.ts';
import type { World } from '#/test/world.ts';

/** The possible states of an alarm, as tests set them by SQL: the engine is not involved. */
export const ALARM_STATES = ['scheduled', 'retrying', 'firing', 'delivered', 'dead', 'aborted', 'skipped'] as const;
export type AlarmState = (typeof ALARM_STATES)[number];

const ENDS = {
  delivered: ['delivered', 'delivered'],
  dead: ['dead', 'exhausted'],
  aborted: ['aborted', 'aborted'],
  skipped: ['aborted', 'skipped'],
} as const;

/** An alarm due in an hour, by default, in this state. */
export async function alarmIn(world: World, api: ApiClient, state: AlarmState, body: object = {}) {
  const input = { delay: '1h', url: 'https://example.com/hook', ...body };
  const created = await api<AlarmResponseJson>('POST', '/alarms', input);
  if (created.status !== 201) throw new Error(`no alarm: ${JSON.stringify(created.body)}`);
  const { alarm } = created.body;
  await putIn(world, alarm.id, state);
  return alarm;
}

/** Moves the row of a scheduled alarm to the table of this state. */
export async function putIn(world: World, id: string, state: AlarmState): Promise<void> {
  const { pool } = world.database;
  if (state === 'scheduled') return;
  if (state === 'retrying') {
    await pool.query(
      `update alarms set attempts = 2, version = version + 4, next_attempt_at = due_at + interval '30 minutes'
       where id = $1`,
      [id],
    );
  } else if (state === 'firing') {
    await pool.query(FIRE, [id]);
  } else {
    await finish(world, id, ENDS[state], state === 'aborted' || state === 'skipped' ? 0 : 1);
  }
}

const FINISHED = intoHistory({
  at: Prisma.raw('$2'),
  sentAt: Prisma.raw("case when $3::int > 0 then due_at + interval '1250 microseconds' end"),
  version: Prisma.raw('version + 2 * $3::int'),
  attempts: Prisma.raw('$3'),
  status: Prisma.raw('$4::alarm_status'),
  reason: Prisma.raw('$5'),
}).sql;

/** The engine's conditional update, for one alarm. */
export const FIRE = `update alarms set status = 'firing', version = version + 1, attempts = attempts + 1,
    lease_until = next_attempt_at + interval '30 seconds' where id = $1 and status = 'scheduled'`;

async function finish(world: World, id: string, [status, reason]: readonly [string, string], attempts: number) {
  await world.database.pool.query(
    `with gone as (delete from alarms where id = $1 returning *)
     ${FINISHED}`,
    [id, await world.clock.now(), attempts, status, reason],
  );
}

/** How many rows of the workspace each table of alarms has. */
export async function placesOf(world: World, workspaceId: string) {
  const { rows } = await world.database.pool.query(
    `select (select count(*)::int from alarms where workspace_id = $1) as pending,
            (select count(*)::int from alarm_history where workspace_id = $1) as finished`,
    [workspaceId],
  );
  return rows[0] as { pending: number; finished: number };
}
