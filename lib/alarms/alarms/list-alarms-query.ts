import type { Alarm, AlarmStatus } from '#/lib/alarms/alarms/alarm.ts';
import {
  type AlarmRow,
  alarmOf,
  FINISHED_COLUMNS,
  LISTED,
  OWN,
  PENDING_COLUMNS,
} from '#/lib/alarms/alarms/alarm-columns.ts';
import { formatMicros, type Micros } from '#/lib/core/micros.ts';
import type { Tx } from '#/lib/db/client.ts';
import { Prisma } from '#/lib/db/generated/client.ts';

export type AlarmFilter = {
  workspaceId: string;
  status?: AlarmStatus | undefined;
  retrying?: boolean | undefined;
  externalId?: string | undefined;
  name?: string | undefined;
  dueFrom?: Micros | undefined;
  dueTo?: Micros | undefined;
};
export type AlarmPageOf = { order: 'asc' | 'desc'; limit: number; after: { dueUs: Micros; id: string } | null };

/** One page by due time, of pending and finished alarms alike: each side gives its first, the merge takes the best. */
export async function listAlarmRows(
  sql: Pick<Tx, '$queryRaw'>,
  filter: AlarmFilter,
  page: AlarmPageOf,
): Promise<Alarm[]> {
  const sides = [
    ...(mayBePending(filter) ? [sideOf(PENDING_COLUMNS, 'alarms', pendingOnly(filter), page)] : []),
    ...(mayBeFinished(filter) ? [sideOf(FINISHED_COLUMNS, 'alarm_history', finishedOnly(filter), page)] : []),
  ];
  if (sides.length === 0) return [];
  const rows = await sql.$queryRaw<AlarmRow[]>`
    select * from (${Prisma.join(sides, ' union all ')}) as found
    order by due_us ${direction(page)}, id ${direction(page)} limit ${page.limit}`;
  return rows.map(alarmOf);
}

function sideOf(columns: Prisma.Sql, table: string, where: Prisma.Sql, page: AlarmPageOf): Prisma.Sql {
  return Prisma.sql`(
    select ${columns}, ${LISTED} from ${Prisma.raw(table)} where ${where} ${beyond(page)}
    order by due_at ${direction(page)}, ${Prisma.raw(table)}.id ${direction(page)} limit ${page.limit})`;
}

function direction({ order }: AlarmPageOf): Prisma.Sql {
  return Prisma.raw(order);
}

function beyond({ after, order }: AlarmPageOf): Prisma.Sql {
  if (!after) return Prisma.empty;
  const sign = Prisma.raw(order === 'desc' ? '<' : '>');
  return Prisma.sql`and (due_at, id) ${sign} (${formatMicros(after.dueUs)}::timestamptz, ${after.id}::uuid)`;
}

const PENDING: readonly AlarmStatus[] = ['scheduled', 'firing'];

function mayBePending({ status }: AlarmFilter): boolean {
  return !status || PENDING.includes(status);
}

function mayBeFinished({ status, retrying }: AlarmFilter): boolean {
  return retrying !== true && (!status || !PENDING.includes(status));
}

function pendingOnly(filter: AlarmFilter): Prisma.Sql {
  const { retrying } = filter;
  const isRetrying = Prisma.sql`(status = 'scheduled' and attempts > 0)`;
  const wanted = retrying ? isRetrying : Prisma.sql`not ${isRetrying}`;
  return Prisma.join([matches(filter), ...(retrying === undefined ? [] : [wanted])], ' and ');
}

function finishedOnly(filter: AlarmFilter): Prisma.Sql {
  return matches(filter);
}

/** What both tables can be asked. */
function matches({ workspaceId, status, externalId, name, dueFrom, dueTo }: AlarmFilter): Prisma.Sql {
  return Prisma.join(
    [
      Prisma.sql`workspace_id = ${workspaceId}::uuid and ${OWN}`,
      ...(status ? [Prisma.sql`status = ${status}::alarm_status`] : []),
      ...(externalId ? [hasExternalId(workspaceId, externalId)] : []),
      ...(name ? [matchesName(name)] : []),
      ...(dueFrom === undefined ? [] : [Prisma.sql`due_at >= ${formatMicros(dueFrom)}::timestamptz`]),
      ...(dueTo === undefined ? [] : [Prisma.sql`due_at < ${formatMicros(dueTo)}::timestamptz`]),
    ],
    ' and ',
  );
}

/** By the table of names, since the alarms themselves have no index for it. */
function hasExternalId(workspaceId: string, externalId: string): Prisma.Sql {
  return Prisma.sql`id = (select alarm_id from alarm_keys
    where alarm_keys.workspace_id = ${workspaceId}::uuid and alarm_keys.external_id = ${externalId})`;
}

/** Part of the name, of the external id or of the URL, or a whole id. */
export function matchesName(name: string): Prisma.Sql {
  if (UUID.test(name)) return Prisma.sql`id = ${name}::uuid`;
  const part = `%${name.replaceAll(/[\\%_]/g, '\\$&')}%`;
  return Prisma.sql`(name ilike ${part} or external_id ilike ${part} or url ilike ${part})`;
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export type AlarmCounts = Record<AlarmStatus | 'retrying', number>;

/** Counting further is no help to a person, and slow with millions. */
const COUNTED_TO = 10_001;

/** How many alarms there are by state, each counted up to 10,001. */
export async function countAlarms(sql: Pick<Tx, '$queryRaw'>, filter: AlarmFilter): Promise<AlarmCounts> {
  const some = (table: string, where: Prisma.Sql) => Prisma.sql`
    (select count(*)::int from (select from ${Prisma.raw(table)} where ${where} limit ${COUNTED_TO}) as counted)`;
  const finished = (status: AlarmStatus) => some('alarm_history', matches({ ...filter, status }));
  const scheduled = { ...filter, status: 'scheduled' as const };
  const rows = await sql.$queryRaw<AlarmCounts[]>`
    select ${some('alarms', pendingOnly({ ...scheduled, retrying: false }))} as scheduled,
           ${some('alarms', pendingOnly({ ...scheduled, retrying: true }))} as retrying,
           ${some('alarms', matches({ ...filter, status: 'firing' }))} as firing,
           ${finished('delivered')} as delivered, ${finished('dead')} as dead, ${finished('aborted')} as aborted`;
  return rows[0] as AlarmCounts;
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
