import type { Tx } from '#/lib/db/client.ts';
import type { EarlierEntry } from '#/lib/tracking/imports/earlier-entries.ts';

/** A local day, `2026-03-04`, of a person. */
type PersonDay = { userId: string; date: string };

type Filter = { workspaceId: string; importId: string | null; days: readonly PersonDay[] };

/**
 * Entries from imports on these days that still count; the day is in the zone in which their import was read. Leaves
 * out entries that were discarded since, unless merged into another timer, which then has their time. Leaves out what
 * `importId`, the import being applied, has recorded itself, contains or matched already; null in a dry run.
 */
export async function listEarlierEntries(
  tx: Pick<Tx, '$queryRaw'>,
  { workspaceId, importId, days }: Filter,
): Promise<EarlierEntry[]> {
  if (days.length === 0) return [];
  const wanted = new Map(days.map((day) => [`${day.userId} ${day.date}`, day]));
  const userIds = [...wanted.values()].map(({ userId }) => userId);
  const dates = [...wanted.values()].map(({ date }) => date);
  // No zone is as far as a day away from UTC. `offset 0`: looked up day by day from the index; as a join, everything
  // the person ever imported was compared with each day (2 s for 200 days and 50,000 entries).
  const entries = await tx.$queryRaw<EarlierEntry[]>`
    select r.fingerprint, r.user_id as "userId", r.timer_id as "timerId", r.title, r.project,
           r.ticket_key as "ticketKey", to_char(asked.date, 'YYYY-MM-DD') as date,
           r.started_at as "startedAt", r.ended_at as "endedAt", i.mapping -> 'columns' ? 'source_id' as "hasId"
      from unnest(${userIds}::uuid[], ${dates}::date[]) as asked (user_id, date)
     cross join lateral (
       select * from import_rows
        where workspace_id = ${workspaceId}::uuid and user_id = asked.user_id and state in ('recorded', 'kept')
          and started_at >= (asked.date - 1)::timestamp at time zone 'UTC'
          and started_at < (asked.date + 2)::timestamp at time zone 'UTC'
       offset 0) as r
      join imports i on i.id = r.import_id
      join timers t on t.id = r.timer_id
     where r.import_id is distinct from ${importId}::uuid
       and (r.started_at at time zone (i.mapping ->> 'timeZone'))::date = asked.date
       and (t.status <> 'discarded' or exists (
         select from timer_spans s
          where s.user_id = r.user_id and s.started_at = r.started_at and s.ended_at = r.ended_at and not s.discarded))
     order by r.started_at, r.fingerprint`;
  if (importId === null || entries.length === 0) return entries;
  const used = await findUsed(
    tx,
    importId,
    entries.map(({ fingerprint }) => fingerprint),
  );
  return entries.filter(({ fingerprint }) => !used.has(fingerprint));
}

/** Which of these an import contains itself or has matched. */
async function findUsed(
  tx: Pick<Tx, '$queryRaw'>,
  importId: string,
  fingerprints: readonly string[],
): Promise<Set<string>> {
  const rows = await tx.$queryRaw<{ fingerprint: string }[]>`
    select fingerprint from import_rows
     where import_id = ${importId}::uuid and fingerprint = any(${[...fingerprints]}::text[])
     union
    select matched from import_rows
     where import_id = ${importId}::uuid and state = 'duplicate' and matched = any(${[...fingerprints]}::text[])`;
  return new Set(rows.map(({ fingerprint }) => fingerprint));
}
