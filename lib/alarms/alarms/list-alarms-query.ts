import type { Alarm, ShownStatus } from '#/lib/alarms/alarms/alarm.ts';
import {
  type AlarmRow,
  alarmOf,
  FINISHED_COLUMNS,
  IS_OWN_ALARM,
  LIST_COLUMNS,
  PENDING_COLUMNS,
} from '#/lib/alarms/alarms/alarm-columns.ts';
import { findSearchEnd, isSearched, matchesName, type Place, SEARCHED } from '#/lib/alarms/alarms/search-end-query.ts';
import { formatMicros, type Micros } from '#/lib/core/micros.ts';
import type { Tx } from '#/lib/db/client.ts';
import { Prisma } from '#/lib/db/generated/client.ts';

export type AlarmFilter = {
  workspaceId: string;
  status?: ShownStatus | undefined;
  externalId?: string | undefined;
  scheduleId?: string | undefined;
  name?: string | undefined;
  dueFrom?: Micros | undefined;
  dueTo?: Micros | undefined;
};
export type AlarmPageOf = { order: 'asc' | 'desc'; limit: number; after: Place | null };

/** Alarms in one state, each with an index of its own, by due time. */
type Part = { table: 'alarms' | 'alarm_history'; where: Prisma.Sql };
type StatePart = Part & { status: ShownStatus };

const PARTS: readonly StatePart[] = [
  { status: 'scheduled', table: 'alarms', where: Prisma.sql`status = 'scheduled' and attempts = 0` },
  { status: 'retrying', table: 'alarms', where: Prisma.sql`status = 'scheduled' and attempts > 0` },
  { status: 'firing', table: 'alarms', where: Prisma.sql`status = 'firing'` },
  { status: 'delivered', table: 'alarm_history', where: Prisma.sql`status = 'delivered'` },
  { status: 'dead', table: 'alarm_history', where: Prisma.sql`status = 'dead'` },
  { status: 'aborted', table: 'alarm_history', where: Prisma.sql`status = 'aborted'` },
];

/**
 * One page by due time, of pending and finished alarms alike: each state contributes its first rows, which are then
 * merged. Alarms of a rare state among 500,000 are found by walking the state's own index, not all alarms.
 */
export async function listAlarmRows(
  sql: Pick<Tx, '$queryRaw'>,
  filter: AlarmFilter,
  page: AlarmPageOf & { until?: Place | null },
): Promise<Alarm[]> {
  const parts = partsOf(filter).map((part) => pageOf(part, filter, page));
  if (parts.length === 0) return [];
  const rows = await sql.$queryRaw<AlarmRow[]>`
    select * from (${Prisma.join(parts, ' union all ')}) as found
    order by due_us ${direction(page)}, id ${direction(page)} limit ${page.limit}`;
  return rows.map(alarmOf);
}

/** How far one page of a search by name reads; null when it reads all alarms, or there is no search. */
export async function findPageEnd(
  sql: Pick<Tx, '$queryRaw'>,
  { name, ...filter }: AlarmFilter,
  page: AlarmPageOf,
): Promise<Place | null> {
  const parts = isSearched(name) ? partsOf(filter) : [];
  if (parts.length === 0) return null;
  const walks = parts.map(({ table, where }) => {
    const from = Prisma.raw(table);
    return Prisma.sql`
      select due_at as at, id from ${from} where ${where} and ${matches(filter)} ${beyond(page)}
      order by due_at ${direction(page)}, ${from}.id ${direction(page)}`;
  });
  return findSearchEnd(sql, walks, page.order);
}

/**
 * The states that may hold matches. For an external id or the runs of a schedule both tables have an index, so each
 * table is one part.
 */
function partsOf(filter: AlarmFilter): Part[] {
  const parts = PARTS.filter(({ status }) => !filter.status || filter.status === status);
  if (filter.externalId === undefined && filter.scheduleId === undefined) return parts;
  return (['alarms', 'alarm_history'] as const).flatMap((table) => {
    const wheres = parts.filter((part) => part.table === table).map(({ where }) => Prisma.sql`(${where})`);
    return wheres.length > 0 ? { table, where: Prisma.sql`(${Prisma.join(wheres, ' or ')})` } : [];
  });
}

function pageOf({ table, where }: Part, filter: AlarmFilter, page: AlarmPageOf & { until?: Place | null }): Prisma.Sql {
  const columns = table === 'alarms' ? PENDING_COLUMNS : FINISHED_COLUMNS;
  const from = Prisma.raw(table);
  return Prisma.sql`(
    select ${columns}, ${LIST_COLUMNS} from ${from} where ${where} and ${matches(filter)} ${beyond(page)} ${upTo(page)}
    order by due_at ${direction(page)}, ${from}.id ${direction(page)} limit ${page.limit})`;
}

function direction({ order }: AlarmPageOf): Prisma.Sql {
  return Prisma.raw(order);
}

function beyond({ after, order }: AlarmPageOf): Prisma.Sql {
  if (!after) return Prisma.empty;
  const sign = Prisma.raw(order === 'desc' ? '<' : '>');
  return Prisma.sql`and (due_at, id) ${sign} ${placeOf(after)}`;
}

function upTo({ until, order }: { until?: Place | null; order: 'asc' | 'desc' }): Prisma.Sql {
  if (!until) return Prisma.empty;
  return Prisma.sql`and (due_at, id) ${Prisma.raw(order === 'desc' ? '>=' : '<=')} ${placeOf(until)}`;
}

function placeOf({ us, id }: Place): Prisma.Sql {
  return Prisma.sql`(${formatMicros(us)}::timestamptz, ${id}::uuid)`;
}

/** Conditions that work on both tables. */
export function matches({
  workspaceId,
  externalId,
  scheduleId,
  name,
  dueFrom,
  dueTo,
}: Omit<AlarmFilter, 'status'>): Prisma.Sql {
  return Prisma.join(
    [
      Prisma.sql`workspace_id = ${workspaceId}::uuid and ${IS_OWN_ALARM}`,
      ...(externalId === undefined ? [] : [Prisma.sql`external_id = ${externalId}`]),
      ...(scheduleId ? [ofSchedule(scheduleId)] : []),
      ...(name ? [matchesName(name)] : []),
      ...(dueFrom === undefined ? [] : [Prisma.sql`due_at >= ${formatMicros(dueFrom)}::timestamptz`]),
      ...(dueTo === undefined ? [] : [Prisma.sql`due_at < ${formatMicros(dueTo)}::timestamptz`]),
    ],
    ' and ',
  );
}

/** The predicate of `alarms_by_schedule` and `alarm_history_by_schedule`, and their key. */
function ofSchedule(scheduleId: string): Prisma.Sql {
  return Prisma.sql`settings ? 'schedule_id' and settings ->> 'schedule_id' = ${scheduleId}`;
}

export type AlarmCounts = Record<ShownStatus, number>;

/** Counting further is no help to a person, and slow with millions. */
const COUNTED_TO = 10_001;

/** How many alarms there are by state, each counted up to 10,001. */
export async function countAlarms(
  sql: Pick<Tx, '$queryRaw'>,
  filter: Omit<AlarmFilter, 'status'>,
): Promise<AlarmCounts> {
  const counts = PARTS.map(
    ({ status, table, where }) => Prisma.sql`
      (select count(*)::int from (
         select from ${Prisma.raw(table)} where ${where} and ${matches(filter)} limit ${COUNTED_TO}) as counted
      ) as ${Prisma.raw(status)}`,
  );
  const rows = await sql.$queryRaw<AlarmCounts[]>`select ${Prisma.join(counts)}`;
  return rows[0] as AlarmCounts;
}

/** How many of the latest alarms of each state match a name. `isAll` says whether there are no others. */
export async function countMatching(
  sql: Pick<Tx, '$queryRaw'>,
  { name, ...filter }: Omit<AlarmFilter, 'status' | 'name'> & { name: string },
): Promise<{ counts: AlarmCounts; isAll: boolean }> {
  const latest = ({ table, where }: Part) => Prisma.sql`
    from ${Prisma.raw(table)} where ${where} and ${matches(filter)} order by due_at desc, ${Prisma.raw(table)}.id desc`;
  const counts = PARTS.map(
    (part) => Prisma.sql`
      (select count(*)::int from (select id, name, external_id, url ${latest(part)} limit ${SEARCHED}) as looked
       where ${matchesName(name)}) as ${Prisma.raw(part.status)}`,
  );
  const others = PARTS.map((part) => Prisma.sql`(select id ${latest(part)} offset ${SEARCHED} limit 1) is null`);
  const rows = await sql.$queryRaw<(AlarmCounts & { is_all: boolean })[]>`
    select ${Prisma.join(counts)}, ${Prisma.join(others, ' and ')} as is_all`;
  const { is_all: isAll, ...found } = rows[0] as AlarmCounts & { is_all: boolean };
  return { counts: found, isAll };
}

/** How many dead letters there are, up to `most`: by the index over them alone, whatever else the workspace has. */
export async function countDead(sql: Pick<Tx, '$queryRaw'>, workspaceId: string, most: number): Promise<number> {
  const [row] = await sql.$queryRaw<{ count: number }[]>`
    select count(*)::int as count from (
      select from alarm_history
      where workspace_id = ${workspaceId}::uuid and status = 'dead' and endpoint_id is null limit ${most}
    ) as counted`;
  return row?.count ?? 0;
}
