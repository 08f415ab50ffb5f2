import { Prisma } from '#/lib/db/generated/client.ts';

/** Columns that a row keeps unchanged when it moves from `alarms` to `alarm_history`. */
const HISTORY_COLUMNS = [
  'due_at',
  'created_at',
  'deadline_at',
  'max_attempts',
  'id',
  'workspace_id',
  'created_by',
  'name',
  'external_id',
  'url',
  'payload',
  'settings',
  'endpoint_id',
];

/** All columns of `alarms` that the history needs, for a `returning` that names other columns too. */
export const MOVED_COLUMNS = [...HISTORY_COLUMNS, 'version', 'attempts'].map((name) => `alarms.${name}`).join(', ');

/** SQL of how an alarm ends, and of values that differ from its row. */
type End = Record<'at' | 'status' | 'reason', Prisma.Sql> &
  Partial<Record<'sentAt' | 'version' | 'attempts', Prisma.Sql>>;

/** Writes rows that the statement has just deleted from `alarms`, under the name `gone`, into the history. */
export function intoHistory(end: End): Prisma.Sql {
  const kept = Prisma.raw(HISTORY_COLUMNS.join(', '));
  const {
    at,
    status,
    reason,
    sentAt = Prisma.sql`null`,
    version = Prisma.sql`version + 1`,
    attempts = Prisma.sql`attempts`,
  } = end;
  return Prisma.sql`
    insert into alarm_history (${kept}, finished_at, sent_at, version, attempts, status, end_reason)
    select ${kept}, ${at}, ${sentAt}, ${version}, ${attempts}, ${status}, ${reason}
    from gone`;
}

/** As `intoHistory`, for alarms aborted by people or with their endpoint. */
export function abortedIntoHistory(at: string | Date): Prisma.Sql {
  const aborted = Prisma.sql`'aborted'`;
  return intoHistory({ at: Prisma.sql`${at}::timestamptz`, status: aborted, reason: aborted });
}
