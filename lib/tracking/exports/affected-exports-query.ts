import { DAY_MS } from '#/lib/core/duration.ts';
import type { Tx } from '#/lib/db/client.ts';
import { Prisma } from '#/lib/db/generated/client.ts';
import type { Export, ExportStatus } from '#/lib/tracking/exports/export.ts';
import { NONE } from '#/lib/tracking/timers/subject-schemas.ts';

/** Time of a timer, and the fields of the timer that filters use. */
export type ExportedTime = {
  userId: string;
  type: string;
  projectId: string | null;
  ticketId: string | null;
  ticketKey: string | null;
  tags: readonly string[];
  startedAt: Date;
  endedAt: Date;
  /** This time is changed itself. In an export that rounds, the other time of its timer can change with it. */
  isChanged: boolean;
};

/** An export as others may see it: without its contents. */
export type AffectedExport = Pick<
  Export,
  'id' | 'userId' | 'fileName' | 'format' | 'status' | 'createdAt' | 'expiresAt'
> & { from: string; to: string };
export type AffectedExports = { exports: AffectedExport[]; count: number };

/** Files get forwarded: recent ones count even after they have expired here. */
const RECENT_MS = 31 * DAY_MS;
const MOST = 20;
const LIVE: ExportStatus[] = ['requested', 'running', 'ready'];

type Filter = {
  workspaceId: string /** Only of this member; null for everyone's. */;
  userId: string | null;
  now: Date;
};

/**
 * Exports, requested, ready or recent, whose period and filters include some of this time; the newest 20, and the total
 * number. Days are those of the members, or of the export's own zone, as when it is written.
 */
export async function listAffectedExports(
  tx: Pick<Tx, '$queryRaw'>,
  { workspaceId, userId, now }: Filter,
  times: readonly ExportedTime[],
): Promise<AffectedExports> {
  if (times.length === 0) return { exports: [], count: 0 };
  const rows = await tx.$queryRaw<(AffectedExport & { count: number })[]>`
    with times as (
      select g.*, array(select jsonb_array_elements_text(g.tags)) as tag_names,
             u.time_zone, u.day_start_hour::integer as day_start_hour,
             (select p.name from projects p where p.id = g."projectId") as project_name
        from jsonb_to_recordset(${JSON.stringify(times)}::jsonb) as g (
          "userId" uuid, type text, "projectId" uuid, "ticketId" uuid, "ticketKey" text, tags jsonb,
          "startedAt" timestamptz, "endedAt" timestamptz, "isChanged" boolean)
        join users u on u.id = g."userId"
    )
    select e.id, e.user_id as "userId", e.file_name as "fileName", e.format, e.status, e.created_at as "createdAt",
           e.expires_at as "expiresAt", e.query ->> 'from' as "from", e.query ->> 'to' as "to",
           count(*) over ()::int as count
      from exports e join users owner on owner.id = e.user_id
     where e.workspace_id = ${workspaceId}::uuid
       and (${userId}::uuid is null or e.user_id = ${userId}::uuid)
       and (e.status = any(${LIVE}) and coalesce(e.expires_at > ${now}, true)
            or e.status in ('ready', 'expired') and e.created_at > ${new Date(now.getTime() - RECENT_MS)})
       and exists (
         select from times t
          cross join lateral (
            select coalesce(e.query ->> 'time_zone', t.time_zone) as zone,
                   case when e.query ? 'time_zone' then owner.day_start_hour::integer else t.day_start_hour end as hour
          ) as z
          where (t."isChanged" or e.query ? 'round')
            and t."startedAt" < ${boundSql('to', 1)} and t."endedAt" > ${boundSql('from', 0)}
            and ${filterSql('user_id', Prisma.sql`t."userId"::text = any(wanted)`)}
            and ${filterSql('type', Prisma.sql`t.type = any(wanted)`)}
            and ${filterSql('tag', Prisma.sql`t.tag_names && wanted`)}
            and ${filterSql(
              'project_id',
              Prisma.sql`(t."projectId" is null and ${NONE} = any(wanted)
                or exists (select from unnest(wanted) as one
                            where lower(one) = t."projectId"::text or lower(one) = lower(t.project_name)))`,
            )}
            and ${filterSql(
              'ticket',
              Prisma.sql`(t."ticketId" is null and ${NONE} = any(wanted)
                or exists (select from unnest(wanted) as one
                            where lower(one) = t."ticketId"::text or upper(one) = upper(t."ticketKey")))`,
            )})
     order by e.created_at desc, e.id desc limit ${MOST}`;
  return { exports: rows.map(({ count: _count, ...row }) => row), count: rows[0]?.count ?? 0 };
}

/** Where the period begins, or with `days` 1 ends: an instant as it is, a day in the zone that counts. */
function boundSql(name: 'from' | 'to', days: number): Prisma.Sql {
  return Prisma.sql`
    case when length(e.query ->> ${name}) = 10 then start_of_day((e.query ->> ${name})::date + ${days}::integer, z.zone, z.hour)
         else (e.query ->> ${name})::timestamptz end`;
}

/** True without this filter, else whether its values, `wanted`, meet `condition`. */
function filterSql(name: string, condition: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(e.query ->> ${name} is null or (
    select ${condition}
      from (select array(select replace(replace(value, '%2C', ','), '%25', '%')
                           from unnest(string_to_array(e.query ->> ${name}, ',')) as value) as wanted) as filter))`;
}
