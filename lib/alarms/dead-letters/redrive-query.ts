import type { Alarm } from '#/lib/alarms/alarms/alarm.ts';
import {
  type AlarmRow,
  alarmOf,
  FINISHED_COLUMNS,
  FULL_COLUMNS,
  IS_OWN_ALARM,
  LIST_COLUMNS,
  MATCHES_VERSION,
  PENDING_COLUMNS,
} from '#/lib/alarms/alarms/alarm-columns.ts';
import { findSearchEnd, isSearched, matchesName, type Place } from '#/lib/alarms/alarms/search-end-query.ts';
import type { IfMatch } from '#/lib/core/if-match.ts';
import { formatMicros, type Micros } from '#/lib/core/micros.ts';
import type { Tx } from '#/lib/db/client.ts';
import { Prisma } from '#/lib/db/generated/client.ts';

export type DeadFilter = {
  workspaceId: string;
  ids?: string[] | undefined;
  name?: string | undefined;
  diedFrom?: Micros | undefined;
  diedTo?: Micros | undefined;
};
/** When to fire again, spread over what jitter, and how many attempts to allow when the alarm does not say. */
export type Again = { nowUs: Micros; jitterMs: number; defaultAttempts: number };

/** How many attempts the policy in the settings allows, else the default. */
const ATTEMPTS = (fallback: number) => Prisma.sql`
  1 + coalesce(jsonb_array_length(settings -> 'retry' -> 'delays_ms'), (settings -> 'retry' ->> 'count')::int,
               ${fallback - 1}::int)`;

/**
 * Schedules finished alarms again: same id, count of attempts continued, all attempts again, no deadline. One whose
 * external id an open alarm has stays finished; of several with the same, the one that ended last is brought back.
 */
const bringBack = (which: Prisma.Sql, { nowUs, jitterMs, defaultAttempts }: Again) => Prisma.sql`
  with picked as materialized (
    ${which}
  ), back as (
  insert into alarms (due_at, next_attempt_at, created_at, version, attempts, max_attempts, id, workspace_id,
                      created_by, name, external_id, url, payload, settings)
  select due_at,
         greatest(due_at, ${formatMicros(nowUs)}::timestamptz + random() * ${jitterMs}::float8 * interval '1 millisecond'),
         created_at, version + 1, attempts, attempts + ${ATTEMPTS(defaultAttempts)}, id, workspace_id, created_by,
         name, external_id, url, payload, settings
  from picked order by workspace_id, external_id, finished_at desc
  on conflict (workspace_id, external_id) where external_id is not null do nothing
  returning alarms.*
  ), gone as (
    delete from alarm_history using picked
    where alarm_history.id = picked.id and alarm_history.workspace_id = picked.workspace_id
      and alarm_history.finished_at = picked.finished_at
      and picked.id in (select back.id from back)
  )`;

/** Brings back one finished alarm and returns it; null when it is not there anymore, or its external id is taken. */
export async function redriveOne(
  sql: Pick<Tx, '$queryRaw'>,
  { id, workspaceId, ifMatch }: { id: string; workspaceId: string; ifMatch: IfMatch },
  again: Again,
): Promise<Alarm | null> {
  const which = Prisma.sql`
    select * from alarm_history
    where id = ${id}::uuid and workspace_id = ${workspaceId}::uuid and ${IS_OWN_ALARM} and ${MATCHES_VERSION(ifMatch)} for update`;
  const rows = await sql.$queryRaw<AlarmRow[]>`
    ${bringBack(which, again)} select ${PENDING_COLUMNS}, ${FULL_COLUMNS} from back`;
  return rows[0] ? alarmOf(rows[0]) : null;
}

/** `untried` of them had no attempt; `last`: the last that was considered; null when there was none. */
export type SomeRedriven = {
  looked: number;
  count: number;
  untried: number;
  last: { finishedUs: Micros; id: string } | null;
};

/**
 * Brings back up to `limit` dead letters that the filter finds, oldest first. Some may stay after all, since their
 * external id is taken; so the next call continues after the last of this one.
 */
export async function redriveDead(
  sql: Pick<Tx, '$queryRaw'>,
  filter: DeadFilter,
  again: Again & { limit: number; after: SomeRedriven['last'] },
): Promise<SomeRedriven> {
  const beyond = again.after
    ? Prisma.sql`and (finished_at, id) > (${formatMicros(again.after.finishedUs)}::timestamptz, ${again.after.id}::uuid)`
    : Prisma.empty;
  const which = Prisma.sql`
    select * from alarm_history where ${isDead(filter)} and ${IS_FREE} ${beyond}
    order by finished_at, id limit ${again.limit} for update skip locked`;
  const rows = await sql.$queryRaw<
    { looked: number; count: number; untried: number; id: string; finished_us: number }[]
  >`
    ${bringBack(which, again)}
    select (select count(*)::int from picked) as looked, (select count(*)::int from back) as count,
           (select count(*)::int from back where attempts = 0) as untried, id::text,
           (extract(epoch from finished_at) * 1000000)::float8 as finished_us
    from picked order by finished_at desc, id desc limit 1`;
  const [row] = rows;
  if (!row) return { looked: 0, count: 0, untried: 0, last: null };
  const { looked, count, untried } = row;
  return { looked, count, untried, last: { finishedUs: row.finished_us, id: row.id } };
}

/** No open alarm has the external id. `not exists` would be hashed, which reads all alarms (seen in its plan). */
const IS_FREE = Prisma.sql`(external_id is null or (
  select alarms.id from alarms
  where alarms.workspace_id = alarm_history.workspace_id and alarms.external_id = alarm_history.external_id
  limit 1) is null)`;

export async function countDead(sql: Pick<Tx, '$queryRaw'>, filter: DeadFilter): Promise<number> {
  const rows = await sql.$queryRaw<{ count: number }[]>`
    select count(*)::int as count from alarm_history where ${isDead(filter)} and ${IS_FREE}`;
  return rows[0]?.count ?? 0;
}

type DeadPageOf = { after: Place | null; until?: Place | null };

/** Dead letters, the latest first, without headers and payloads. */
export async function listDead(
  sql: Pick<Tx, '$queryRaw'>,
  filter: DeadFilter,
  { limit, ...page }: DeadPageOf & { limit: number },
): Promise<Alarm[]> {
  const rows = await sql.$queryRaw<AlarmRow[]>`
    select ${FINISHED_COLUMNS}, ${LIST_COLUMNS} from alarm_history where ${isDead(filter)} ${within(page)}
    order by finished_at desc, alarm_history.id desc limit ${limit}`;
  return rows.map(alarmOf);
}

/** How far one page of a search by name reads; null when it reads all, or there is no search. */
export async function findDeadPageEnd(
  sql: Pick<Tx, '$queryRaw'>,
  { name, ...filter }: DeadFilter,
  after: Place | null,
): Promise<Place | null> {
  if (!isSearched(name)) return null;
  const scan = Prisma.sql`
    select finished_at as at, id from alarm_history where ${isDead(filter)} ${within({ after })}
    order by finished_at desc, alarm_history.id desc`;
  return findSearchEnd(sql, [scan], 'desc');
}

function within({ after, until }: DeadPageOf): Prisma.Sql {
  const at = ({ us, id }: Place) => Prisma.sql`(${formatMicros(us)}::timestamptz, ${id}::uuid)`;
  return Prisma.sql`
    ${after ? Prisma.sql`and (finished_at, id) < ${at(after)}` : Prisma.empty}
    ${until ? Prisma.sql`and (finished_at, id) >= ${at(until)}` : Prisma.empty}`;
}

/** Conditions that the index `alarm_history_dead` serves. */
function isDead({ workspaceId, ids, name, diedFrom, diedTo }: DeadFilter): Prisma.Sql {
  return Prisma.join(
    [
      Prisma.sql`workspace_id = ${workspaceId}::uuid and status = 'dead' and ${IS_OWN_ALARM}`,
      ...(ids ? [Prisma.sql`id = any (${ids}::uuid[])`] : []),
      ...(name ? [matchesName(name)] : []),
      ...(diedFrom === undefined ? [] : [Prisma.sql`finished_at >= ${formatMicros(diedFrom)}::timestamptz`]),
      ...(diedTo === undefined ? [] : [Prisma.sql`finished_at < ${formatMicros(diedTo)}::timestamptz`]),
    ],
    ' and ',
  );
}
