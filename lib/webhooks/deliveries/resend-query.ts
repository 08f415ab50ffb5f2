import { formatMicros, type Micros } from '#/lib/core/micros.ts';
import type { Tx } from '#/lib/db/client.ts';
import { Prisma } from '#/lib/db/generated/client.ts';
import { currentType } from '#/lib/feed/events/stored-event.ts';

/** The id by which receivers recognize repeats. */
const WEBHOOK_ID = Prisma.sql`coalesce(settings -> 'event' ->> 'delivery', id::text)`;

export type Resent = { id: string; workspaceId: string; endpointId: string; createdBy: string; nowUs: Micros };

/** Sends a finished delivery once more, as a new one of the given id: same `webhook-id`, same data. */
export async function resendOne(tx: Pick<Tx, '$executeRaw'>, deliveryId: string, resent: Resent): Promise<void> {
  const which = Prisma.sql`
    select *, ${WEBHOOK_ID} as webhook_id, ${resent.id}::uuid as new_id from alarm_history
    where id = ${deliveryId}::uuid and workspace_id = ${resent.workspaceId}::uuid
      and endpoint_id = ${resent.endpointId}::uuid`;
  await tx.$executeRaw`${insertResends(which, resent)}`;
}

export type FailedOf = { workspaceId: string; endpointId: string; fromUs: Micros; limit: number };

/** Resends up to `limit` events that never arrived, oldest first, and returns how many. */
export async function resendUndelivered(
  tx: Pick<Tx, '$executeRaw'>,
  failed: FailedOf,
  resent: Omit<Resent, 'id'> & { jitterMs: number },
): Promise<number> {
  const which = Prisma.sql`
    select *, uuid_of_instant(${formatMicros(resent.nowUs)}::timestamptz) as new_id from (${undelivered(failed)}) as failed`;
  return tx.$executeRaw`${insertResends(which, resent)}`;
}

/** How many `resendUndelivered` would send. */
export async function countUndelivered(sql: Pick<Tx, '$queryRaw'>, failed: FailedOf): Promise<number> {
  const rows = await sql.$queryRaw<{ count: number }[]>`
    select count(*)::int as count from (${undelivered(failed)}) as failed`;
  return rows[0]?.count ?? 0;
}

/** Types of the events that `resendUndelivered` would send. */
export async function findUndeliveredTypes(sql: Pick<Tx, '$queryRaw'>, failed: FailedOf): Promise<string[]> {
  const rows = await sql.$queryRaw<{ type: string }[]>`
    select distinct settings -> 'event' ->> 'type' as type from (${undelivered(failed)}) as failed`;
  return rows.map(({ type }) => currentType(type));
}

/**
 * The last delivery of each event that was due since an instant and failed for good, unless a resend of it arrived or
 * is in flight. By `alarm_history_by_endpoint`; deliveries that finished before the instant were due before it, or were
 * resends aborted early.
 */
function undelivered({ workspaceId, endpointId, fromUs, limit }: FailedOf): Prisma.Sql {
  const from = formatMicros(fromUs);
  const since = Prisma.sql`
    endpoint_id = ${endpointId}::uuid and workspace_id = ${workspaceId}::uuid and due_at >= ${from}::timestamptz`;
  return Prisma.sql`
    select * from (
      select distinct on (webhook_id) * from (
        select *, ${WEBHOOK_ID} as webhook_id from alarm_history
        where ${since} and finished_at >= ${from}::timestamptz and status in ('dead', 'aborted')
      ) as given_up
      where webhook_id not in (
        select ${WEBHOOK_ID} from alarm_history
        where ${since} and finished_at >= ${from}::timestamptz and status = 'delivered'
        union all
        select ${WEBHOOK_ID} from alarms where ${since}
      )
      order by webhook_id, due_at desc
    ) as latest
    order by due_at, id limit ${limit}`;
}

/** To the endpoint's current URL and in its current format, with the data and id of the first delivery. */
function insertResends(
  which: Prisma.Sql,
  { endpointId, createdBy, nowUs, jitterMs = 0 }: Omit<Resent, 'id'> & { jitterMs?: number },
) {
  const now = formatMicros(nowUs);
  return Prisma.sql`
    insert into alarms (due_at, next_attempt_at, created_at, max_attempts, id, workspace_id, created_by, endpoint_id,
                        name, url, payload, settings)
    select at, at, ${now}::timestamptz, endpoints.max_attempts, again.new_id, endpoints.workspace_id, ${createdBy}::uuid,
           endpoints.id, again.name, endpoints.url, again.payload,
           jsonb_build_object('format', endpoints.format, 'event',
             again.settings -> 'event' || jsonb_build_object('delivery', again.webhook_id))
    from (
      select *, ${now}::timestamptz + random() * ${jitterMs}::float8 * interval '1 millisecond' as at from (${which}) as picked
    ) as again join endpoints on endpoints.id = ${endpointId}::uuid`;
}

/** Makes a delivery that waits for its next attempt due now; false when it waits for none. */
export async function makeDeliveryDue(
  tx: Pick<Tx, '$executeRaw'>,
  { id, endpointId, workspaceId }: { id: string; endpointId: string; workspaceId: string },
  nowUs: Micros,
): Promise<boolean> {
  const changed = await tx.$executeRaw`
    update alarms set next_attempt_at = greatest(due_at, ${formatMicros(nowUs)}::timestamptz), version = version + 1
    where id = ${id}::uuid and workspace_id = ${workspaceId}::uuid and endpoint_id = ${endpointId}::uuid
      and status = 'scheduled' and attempts > 0`;
  return changed > 0;
}
