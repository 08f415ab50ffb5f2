import type { Alarm, AlarmSettings, AlarmStatus, EndReason } from '#/lib/alarms/alarms/alarm.ts';
import { QUEUED_AT } from '#/lib/alarms/receivers/receiver.ts';
import type { IfMatch } from '#/lib/core/if-match.ts';
import { Prisma } from '#/lib/db/generated/client.ts';

/** A row of the columns below. Instants are microseconds, which a float8 holds exactly. */
export type AlarmRow = {
  id: string;
  workspace_id: string;
  status: AlarmStatus;
  due_us: number;
  next_attempt_us: number | null;
  deadline_us: number | null;
  created_us: number;
  finished_us: number | null;
  sent_us: number | null;
  version: number;
  attempts: number;
  max_attempts: number;
  created_by: string;
  end_reason: EndReason | null;
  name: string | null;
  external_id: string | null;
  url: string | null;
  payload: string | null;
  settings: AlarmSettings | null;
};

const COMMON_COLUMNS = Prisma.sql`
  id::text, workspace_id::text, status::text, version, attempts, max_attempts, created_by::text, name, external_id, url,
  (extract(epoch from due_at) * 1000000)::float8 as due_us,
  (extract(epoch from created_at) * 1000000)::float8 as created_us,
  (extract(epoch from deadline_at) * 1000000)::float8 as deadline_us`;

/** Columns of `alarms` and of `alarm_history`, alike in name, order and type. */
export const PENDING_COLUMNS = Prisma.sql`${COMMON_COLUMNS},
  case status when 'scheduled' then
    (extract(epoch from nullif(next_attempt_at, ${Prisma.raw(QUEUED_AT)})) * 1000000)::float8
  end as next_attempt_us,
  null::float8 as finished_us, null::float8 as sent_us, null::text as end_reason`;
export const FINISHED_COLUMNS = Prisma.sql`${COMMON_COLUMNS},
  null::float8 as next_attempt_us, (extract(epoch from finished_at) * 1000000)::float8 as finished_us,
  (extract(epoch from sent_at) * 1000000)::float8 as sent_us, end_reason`;
/** The version is one of these, or any. */
export const MATCHES_VERSION = (ifMatch: IfMatch) =>
  ifMatch === null ? Prisma.sql`true` : Prisma.sql`version = any (${[...ifMatch]}::int[])`;

/** The workspace's own alarms, and not what is sent to its endpoints: the predicate of their indexes. */
export const IS_OWN_ALARM = Prisma.sql`endpoint_id is null`;
/** Payload and headers, which may be large, are read where they are shown. */
export const FULL_COLUMNS = Prisma.sql`payload::text as payload, settings`;
export const LIST_COLUMNS = Prisma.sql`
  null::text as payload, settings - array['headers', 'sealed_headers'] as settings`;

export function alarmOf(row: AlarmRow): Alarm {
  return {
    id: row.id,
    workspaceId: row.workspace_id,
    status: row.status,
    dueUs: row.due_us,
    nextAttemptUs: row.next_attempt_us,
    deadlineUs: row.deadline_us,
    createdUs: row.created_us,
    finishedUs: row.finished_us,
    sentUs: row.sent_us,
    version: row.version,
    attempts: row.attempts,
    maxAttempts: row.max_attempts,
    createdBy: row.created_by,
    endReason: row.end_reason,
    name: row.name,
    externalId: row.external_id,
    url: row.url,
    payload: row.payload,
    settings: row.settings ?? {},
  };
}
