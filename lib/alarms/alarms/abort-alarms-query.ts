import { abortedIntoHistory } from '#/lib/alarms/alarms/history.ts';
import { type AlarmFilter, matches } from '#/lib/alarms/alarms/list-alarms-query.ts';
import { formatMicros, type Micros } from '#/lib/core/micros.ts';
import type { Tx } from '#/lib/db/client.ts';
import { Prisma } from '#/lib/db/generated/client.ts';

/**
 * Callbacks are left out: aborting all alarms would abort, batch by batch, the callbacks of the earlier ones. Written
 * with an operator that the planner expects to match few rows: with `is null` it expects the opposite, and reads and
 * sorts all alarms.
 */
const NO_CALLBACK = Prisma.sql`not (coalesce(settings, '{}') ? 'callback_of')`;

/** Alarms to abort: those that wait for their first attempt, for another one, or for either. */
export type AbortFilter = Omit<AlarmFilter, 'status'> & { status?: 'scheduled' | 'retrying' | undefined };

/**
 * What one statement did: how many alarms it `aborted`, how many of those had been `retried`, and how many were
 * `inFlight`. `sawWaiting`: whether any alarm waited at all; if none did, `inFlight` is complete.
 */
export type SomeAborted = { aborted: number; retried: number; inFlight: number; sawWaiting: boolean };

type Countable = Omit<SomeAborted, 'retried'>;

/** Counting further is no help to a person, and slow with millions. */
const COUNTED_TO = 10_001;

/**
 * Ends up to `limit` alarms that the filter finds and that wait: those without attempts, then the others, each by due
 * time, the order of their indexes. Waits for rows that another transaction is changing instead of skipping them, then
 * checks them again: a rescheduled alarm is ended if it still matches, a claimed one is not.
 */
export async function abortSome(
  sql: Pick<Tx, '$queryRaw'>,
  filter: AbortFilter,
  { atUs, limit }: { atUs: Micros; limit: number },
): Promise<SomeAborted> {
  const [row] = await sql.$queryRaw<SomeAborted[]>`
    with fresh as materialized (
      select id from alarms where ${isWaiting(filter, 'scheduled')} order by due_at, id limit ${limit} for update
    ), retried as materialized (
      select id from alarms where ${isWaiting(filter, 'retrying')} order by due_at, id
      limit ${limit} - (select count(*) from fresh) for update
    ), gone as (
      delete from alarms
      where id = any (array(select id from fresh union all select id from retried))
        and workspace_id = ${filter.workspaceId}::uuid
      returning *
    ), ended as (
      ${abortedIntoHistory(formatMicros(atUs))}
      returning attempts
    )
    select (select count(*)::int from ended) as aborted,
           (select count(*)::int from ended where attempts > 0) as retried, ${countInFlight(filter)} as "inFlight",
           ${isAnyWaiting(filter, 'scheduled')} or ${isAnyWaiting(filter, 'retrying')} as "sawWaiting"`;
  return row as SomeAborted;
}

/** Counts the same alarms up to `most`, without changing them; `sawWaiting` says whether there are more. */
export async function countAbortable(
  sql: Pick<Tx, '$queryRaw'>,
  filter: AbortFilter,
  most: number,
): Promise<Countable> {
  const [row] = await sql.$queryRaw<Countable[]>`
    select least(found, ${most})::int as aborted, ${countInFlight(filter)} as "inFlight", found > ${most} as "sawWaiting"
    from (
      select count(*)::int as found from (
        (select from alarms where ${isWaiting(filter, 'scheduled')} limit ${most + 1})
        union all
        (select from alarms where ${isWaiting(filter, 'retrying')} limit ${most + 1})
      ) as counted
    ) as waiting`;
  return row as Countable;
}

/**
 * `exists` is planned as if every page of the table had a match, and reads all of it when there is none (seen in its
 * plan).
 */
function isAnyWaiting(filter: AbortFilter, state: 'scheduled' | 'retrying'): Prisma.Sql {
  return Prisma.sql`(
    select id from alarms where ${isWaiting(filter, state)} order by due_at, id limit 1) is not null`;
}

/** Each with the predicate of its index, `alarms_scheduled` and `alarms_retrying`. */
function isWaiting({ status, ...filter }: AbortFilter, state: 'scheduled' | 'retrying'): Prisma.Sql {
  if (status && status !== state) return Prisma.sql`false`;
  const attempts = Prisma.raw(state === 'scheduled' ? 'attempts = 0' : 'attempts > 0');
  return Prisma.sql`status = 'scheduled' and ${attempts} and ${NO_CALLBACK} and ${matches(filter)}`;
}

/**
 * Alarms in flight: with `status`, only those on their first attempt, or on a later one. `attempts` includes the one in
 * flight.
 */
function countInFlight({ status, ...filter }: AbortFilter): Prisma.Sql {
  const attempts = status === undefined ? '' : status === 'scheduled' ? 'and attempts = 1' : 'and attempts > 1';
  return Prisma.sql`(select count(*)::int from (
    select from alarms where status = 'firing' ${Prisma.raw(attempts)} and ${NO_CALLBACK} and ${matches(filter)} limit ${COUNTED_TO}
  ) as firing)`;
}
