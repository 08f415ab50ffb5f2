import type { EventKey } from '#/lib/bridge/consuming/incoming-event.ts';
import type { Tx } from '#/lib/db/client.ts';

/** An event that has been consumed, and the alarm that it creates or changes. */
export type ConsumedEvent = EventKey & { alarmId: string | null };

/**
 * Records events as consumed, and returns the places in the list of those that were not before: the primary key lets
 * each event be consumed once, by whichever consumer. Waits for other consumers of the same events. In one order, so
 * that two never deadlock.
 */
export async function insertConsumed(
  tx: Pick<Tx, '$queryRaw'>,
  workspaceId: string,
  events: readonly ConsumedEvent[],
): Promise<Set<number>> {
  const places = new Map<string, number>();
  for (const [place, { source, id }] of events.entries()) {
    const key = keyOf(source, id);
    if (!places.has(key)) places.set(key, place);
  }
  const given = events.map(({ source, id, alarmId }) => ({ source, event_id: id, alarm_id: alarmId }));
  const rows = await tx.$queryRaw<{ source: string; event_id: string }[]>`
    insert into consumed_events (workspace_id, source, event_id, alarm_id, consumed_at)
    select ${workspaceId}::uuid, source, event_id, alarm_id, now()
    from rows from (json_to_recordset(${JSON.stringify(given)}::text::json) as (
      source text, event_id text, alarm_id uuid)) with ordinality as given (source, event_id, alarm_id, place)
    order by source, event_id, place
    on conflict do nothing
    returning source, event_id`;
  // The first of several identical events is the one that was written.
  return new Set(rows.map((row) => places.get(keyOf(row.source, row.event_id)) as number));
}

/** A source is a URI, which has no line breaks. */
function keyOf(source: string, id: string): string {
  return `${source}\n${id}`;
}

/** Deletes the records of events that created nothing, so that they can be consumed again. */
export async function deleteConsumed(
  tx: Pick<Tx, '$executeRaw'>,
  workspaceId: string,
  keys: readonly EventKey[],
): Promise<void> {
  if (keys.length === 0) return;
  const given = keys.map(({ source, id }) => ({ source, event_id: id }));
  await tx.$executeRaw`
    delete from consumed_events
    using json_to_recordset(${JSON.stringify(given)}::text::json) as given (source text, event_id text)
    where workspace_id = ${workspaceId}::uuid and consumed_events.source = given.source
      and consumed_events.event_id = given.event_id`;
}

/** Records which alarms these events are about. */
export async function nameAlarms(
  tx: Pick<Tx, '$executeRaw'>,
  workspaceId: string,
  events: readonly ConsumedEvent[],
): Promise<void> {
  if (events.length === 0) return;
  const given = events.map(({ source, id, alarmId }) => ({ source, event_id: id, alarm_id: alarmId }));
  await tx.$executeRaw`
    update consumed_events set alarm_id = given.alarm_id
    from json_to_recordset(${JSON.stringify(given)}::text::json) as given (source text, event_id text, alarm_id uuid)
    where workspace_id = ${workspaceId}::uuid and consumed_events.source = given.source
      and consumed_events.event_id = given.event_id`;
}

/** The alarm that an event has created; null where there is none. */
export async function findAlarmOfEvent(
  sql: Pick<Tx, '$queryRaw'>,
  workspaceId: string,
  { source, id }: EventKey,
): Promise<string | null> {
  const rows = await sql.$queryRaw<{ alarm_id: string | null }[]>`
    select alarm_id::text from consumed_events
    where workspace_id = ${workspaceId}::uuid and source = ${source} and event_id = ${id}`;
  return rows[0]?.alarm_id ?? null;
}

/** Deletes up to `limit` records before an instant whose alarms are no longer open, and returns how many. */
export async function deleteConsumedBefore(
  tx: Pick<Tx, '$executeRaw'>,
  { before, limit }: { before: Date; limit: number },
): Promise<number> {
  return tx.$executeRaw`
    delete from consumed_events where (workspace_id, source, event_id) in (
      select workspace_id, source, event_id from consumed_events
      where consumed_at < ${before}::timestamptz
        and not exists (
          select from alarms
          where alarms.id = consumed_events.alarm_id and alarms.workspace_id = consumed_events.workspace_id)
      limit ${limit})`;
}
