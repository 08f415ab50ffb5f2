import type { AlarmStatus, EndReason, PublishedEvent, ShownStatus } from '#/lib/alarms/alarms/alarm.ts';
import { ofWorkspace } from '#/lib/alarms/alarms/of-workspace.ts';
import { currentOutcome, type StoredOutcome } from '#/lib/alarms/attempts/attempt.ts';
import { QUEUED_AT } from '#/lib/alarms/receivers/receiver.ts';
import { formatMicros, type Micros } from '#/lib/core/micros.ts';
import type { Tx } from '#/lib/db/client.ts';
import { Prisma } from '#/lib/db/generated/client.ts';
import { currentJson, currentType } from '#/lib/feed/events/stored-event.ts';
import type { EventDelivery } from '#/lib/webhooks/deliveries/delivery.ts';

type Row = {
  id: string;
  endpoint_id: string;
  status: AlarmStatus;
  due_us: number;
  next_attempt_us: number | null;
  finished_us: number | null;
  attempts: number;
  max_attempts: number;
  end_reason: EndReason | null;
  url: string;
  event: PublishedEvent;
  payload: string | null;
  last_outcome: StoredOutcome | null;
  last_status_code: number | null;
  last_started_us: number | null;
  last_duration_us: number | null;
};

export type DeliveryFilter = { workspaceId: string; endpointId: string; status?: ShownStatus | undefined };
export type DeliveryPageOf = { limit: number; after: { dueUs: Micros; id: string } | null };

const SHARED = Prisma.sql`id, endpoint_id, status, due_at, attempts, max_attempts, url, settings -> 'event' as event`;
const OF_PENDING = Prisma.sql`${SHARED}, null::timestamptz as finished_at, null::text as end_reason,
  case status when 'scheduled' then nullif(next_attempt_at, ${Prisma.raw(QUEUED_AT)}) end as next_attempt_at`;
const OF_FINISHED = Prisma.sql`${SHARED}, finished_at, end_reason, null::timestamptz as next_attempt_at`;
/** Deliveries of each status, by the predicates of `alarms_by_endpoint` and `alarm_history_by_endpoint`. */
type Side = { status: ShownStatus; table: 'alarms' | 'alarm_history'; where: Prisma.Sql };
const SIDES: readonly Side[] = [
  { status: 'scheduled', table: 'alarms', where: Prisma.sql`status = 'scheduled' and least(attempts, 1) = 0` },
  { status: 'retrying', table: 'alarms', where: Prisma.sql`status = 'scheduled' and least(attempts, 1) = 1` },
  { status: 'firing', table: 'alarms', where: Prisma.sql`status = 'firing' and least(attempts, 1) = 0` },
  { status: 'firing', table: 'alarms', where: Prisma.sql`status = 'firing' and least(attempts, 1) = 1` },
  { status: 'delivered', table: 'alarm_history', where: Prisma.sql`status = 'delivered'` },
  { status: 'dead', table: 'alarm_history', where: Prisma.sql`status = 'dead'` },
  { status: 'aborted', table: 'alarm_history', where: Prisma.sql`status = 'aborted'` },
];

const us = (column: string) => Prisma.raw(`(extract(epoch from ${column}) * 1000000)::float8`);

/** Columns of a row, with the latest attempt: attempts are at or after the due time, so earlier days are not read. */
const shown = (found: Prisma.Sql, workspaceId: string) => Prisma.sql`
  select found.id::text, endpoint_id::text, status::text, ${us('due_at')} as due_us,
         ${us('found.next_attempt_at')} as next_attempt_us, ${us('finished_at')} as finished_us, attempts, max_attempts,
         end_reason, url, event, payload::text, last.outcome as last_outcome, last.status_code as last_status_code,
         ${us('last.started_at')} as last_started_us, last.duration_us::float8 as last_duration_us
  from (${found}) as found left join lateral (
    select outcome, status_code, started_at, duration_us from alarm_attempts
    where alarm_id = found.id and ${ofWorkspace(workspaceId)} and started_at >= found.due_at
    order by alarm_attempts.started_at desc, attempt desc limit 1
  ) as last on true`;

/**
 * A page of the deliveries of an endpoint, the latest first, without payloads: each status contributes its first rows,
 * which are then merged. Deliveries of a rare status among 500,000 are found without reading the others.
 */
export async function listDeliveryRows(
  sql: Pick<Tx, '$queryRaw'>,
  filter: DeliveryFilter,
  page: DeliveryPageOf,
): Promise<EventDelivery[]> {
  const sides = SIDES.filter(({ status }) => !filter.status || filter.status === status);
  const pages = sides.map((side) => pageOf(side, filter, page));
  const found = Prisma.sql`
    select * from (${Prisma.join(pages, ' union all ')}) as all_sides
    order by due_at desc, id desc limit ${page.limit}`;
  const rows = await sql.$queryRaw<Row[]>`${shown(found, filter.workspaceId)} order by due_at desc, found.id desc`;
  return rows.map(deliveryOf);
}

function pageOf(
  { table, where }: Side,
  { workspaceId, endpointId }: DeliveryFilter,
  { after, limit }: DeliveryPageOf,
): Prisma.Sql {
  const name = Prisma.raw(table);
  return Prisma.sql`(
    select ${table === 'alarms' ? OF_PENDING : OF_FINISHED}, null::json as payload from ${name}
    where endpoint_id = ${endpointId}::uuid and workspace_id = ${workspaceId}::uuid and ${where}
      ${after ? Prisma.sql`and (due_at, id) < (${formatMicros(after.dueUs)}::timestamptz, ${after.id}::uuid)` : Prisma.empty}
    order by due_at desc, ${name}.id desc limit ${limit})`;
}

/**
 * One delivery of an endpoint with its payload, or null. Reads in the same order as `findAlarm`, for the same reason.
 */
export async function findDelivery(
  sql: Pick<Tx, '$queryRaw'>,
  key: { id: string; endpointId: string; workspaceId: string },
): Promise<EventDelivery | null> {
  const find = async (columns: Prisma.Sql, table: string) => {
    const found = Prisma.sql`select ${columns}, payload from ${Prisma.raw(table)}
      where id = ${key.id}::uuid and workspace_id = ${key.workspaceId}::uuid and endpoint_id = ${key.endpointId}::uuid`;
    const rows = await sql.$queryRaw<Row[]>`${shown(found, key.workspaceId)}`;
    return rows[0] ? deliveryOf(rows[0]) : null;
  };
  const pending = () => find(OF_PENDING, 'alarms');
  return (await pending()) ?? (await find(OF_FINISHED, 'alarm_history')) ?? (await pending());
}

function deliveryOf(row: Row): EventDelivery {
  return {
    id: row.id,
    endpointId: row.endpoint_id,
    webhookId: row.event.delivery ?? row.id,
    eventId: row.event.id,
    eventType: currentType(row.event.type),
    eventAt: row.event.at,
    status: row.status,
    dueUs: row.due_us,
    nextAttemptUs: row.next_attempt_us,
    finishedUs: row.finished_us,
    attempts: row.attempts,
    maxAttempts: row.max_attempts,
    endReason: row.end_reason,
    url: row.url,
    last: row.last_outcome && {
      outcome: currentOutcome(row.last_outcome),
      statusCode: row.last_status_code,
      startedUs: row.last_started_us ?? row.due_us,
      durationUs: row.last_duration_us ?? 0,
    },
    payload: row.payload && currentJson(row.event.type, row.payload),
  };
}
