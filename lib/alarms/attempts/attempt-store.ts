import { ofWorkspace } from '#/lib/alarms/alarms/of-workspace.ts';
import { type Attempt, currentOutcome, type StoredOutcome } from '#/lib/alarms/attempts/attempt.ts';
import type { Tx } from '#/lib/db/client.ts';
import { Prisma } from '#/lib/db/generated/client.ts';

type Row = {
  alarm_id: string;
  attempt: number;
  started_us: number;
  sent_us: number | null;
  duration_us: number;
  outcome: StoredOutcome;
  status_code: number | null;
  detail: string | null;
  address: string | null;
  excerpt: string | null;
  next_attempt_us: number | null;
};

/** An alarm that is redriven again and again has any number of attempts. */
const MAX_LISTED = 500;

/** The latest attempts of an alarm, oldest of them first. The engine writes them (`lib/engine`). */
export async function listAttemptRows(
  sql: Pick<Tx, '$queryRaw'>,
  { id, workspaceId }: { id: string; workspaceId: string },
): Promise<Attempt[]> {
  const rows = await sql.$queryRaw<Row[]>`
    select ${COLUMNS} from alarm_attempts where alarm_id = ${id}::uuid and ${ofWorkspace(workspaceId)}
    order by alarm_attempts.started_at desc, attempt desc limit ${MAX_LISTED}`;
  return rows.reverse().map(attemptOf);
}

/**
 * The last attempt of each of these alarms of a workspace, by alarm; alarms without one are left out. An attempt that a
 * worker cut off when it stopped says nothing about the receiver.
 */
export async function listLastAttempts(
  sql: Pick<Tx, '$queryRaw'>,
  { workspaceId, alarmIds }: { workspaceId: string; alarmIds: readonly string[] },
): Promise<Map<string, Attempt>> {
  const rows = await sql.$queryRaw<Row[]>`
    select last.* from unnest(${[...alarmIds]}::uuid[]) as wanted (id)
    cross join lateral (
      select ${COLUMNS} from alarm_attempts
      where alarm_id = wanted.id and ${ofWorkspace(workspaceId)} and outcome <> 'stopped'
      order by alarm_attempts.started_at desc, attempt desc limit 1) as last`;
  return new Map(rows.map((row) => [row.alarm_id, attemptOf(row)]));
}

const COLUMNS = Prisma.sql`
  alarm_id::text, attempt, duration_us::float8, outcome, status_code, detail, address, excerpt,
  (extract(epoch from started_at) * 1000000)::float8 as started_us,
  (extract(epoch from sent_at) * 1000000)::float8 as sent_us,
  (extract(epoch from next_attempt_at) * 1000000)::float8 as next_attempt_us`;

function attemptOf(row: Row): Attempt {
  return {
    alarmId: row.alarm_id,
    attempt: row.attempt,
    startedUs: row.started_us,
    sentUs: row.sent_us,
    durationUs: row.duration_us,
    outcome: currentOutcome(row.outcome),
    statusCode: row.status_code,
    detail: row.detail,
    address: row.address,
    excerpt: row.excerpt,
    nextAttemptUs: row.next_attempt_us,
  };
}
