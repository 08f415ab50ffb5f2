import { Prisma } from '#/lib/db/generated/client.ts';

/** What a row takes along as it is when it moves from `alarms` to `alarm_history`. */
const KEPT = [
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

/** All that the history needs of a row of `alarms`, for a `returning` that names other columns too. */
export const MOVED_COLUMNS = [...KEPT, 'version', 'attempts'].map((name) => `alarms.${name}`).join(', ');

/** SQL of what an alarm becomes, with what is not as the row says. */
type End = Record<'at' | 'status' | 'reason', Prisma.Sql> &
  Partial<Record<'sentAt' | 'version' | 'attempts', Prisma.Sql>>;

/** Writes rows that have just left `alarms`, which the statement has named `gone`, into the history. */
export function intoHistory(end: End): Prisma.Sql {
  const kept = Prisma.raw(KEPT.join(', '));
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

/** As `intoHistory`, of those who were aborted, as people or their endpoint said. */
export function abortedIntoHistory(at: string | Date): Prisma.Sql {
  const aborted = Prisma.sql`'aborted'`;
  return intoHistory({ at: Prisma.sql`${at}::timestamptz`, status: aborted, reason: aborted });
}
