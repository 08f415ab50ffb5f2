import type { Period } from '#/lib/analytics/reports/report-filter.ts';
import { isFirstPart } from '#/lib/analytics/reports/report-parts-query.ts';
import type { ReportGrouping } from '#/lib/analytics/reports/report-schemas.ts';
import { Prisma } from '#/lib/db/generated/client.ts';

/** How rows of `parts p` are grouped: by what, and which of a timer's rows counts it in a group. */
type Level = { value: Prisma.Sql; counts: Prisma.Sql; isInOrder: boolean };

/** SQL for grouping `parts p`, of which `tag` is one when that is a level, and weeks begin on this day (ISO 8601). */
export function levelOf(by: ReportGrouping, period: Period, weekStart: number): Level {
  const first = isFirstPart(period);
  switch (by) {
    case 'day':
      return { value: Prisma.sql`p.day::text`, counts: Prisma.sql`true`, isInOrder: true };
    case 'week':
      return inCalendar(Prisma.sql`(p.day - (extract(isodow from p.day)::int - ${weekStart}::int + 7) % 7)`, first);
    case 'month':
      return {
        ...inCalendar(Prisma.sql`date_trunc('month', p.day)::date`, first),
        value: Prisma.sql`to_char(p.day, 'YYYY-MM')`,
      };
    case 'member':
      return { value: Prisma.sql`p.user_id::text`, counts: first, isInOrder: false };
    case 'project':
      return { value: Prisma.sql`p.project_id::text`, counts: first, isInOrder: false };
    case 'ticket':
      return { value: Prisma.sql`p.ticket_id::text`, counts: first, isInOrder: false };
    case 'tag':
      return { value: Prisma.sql`tag`, counts: first, isInOrder: false };
    case 'type':
      return { value: Prisma.sql`p.type::text`, counts: first, isInOrder: false };
  }
}

/** Weeks and months count a timer on its first day in them. */
function inCalendar(start: Prisma.Sql, first: Prisma.Sql): Level {
  const counts = Prisma.sql`(${first} or p.previous_day < ${start})`;
  return { value: Prisma.sql`${start}::text`, counts, isInOrder: true };
}

/** Makes a row of `parts p` one for each of its tags, when some level is by tag. */
export function tagsOf(levels: readonly string[]): Prisma.Sql {
  return levels.includes('tag') ? Prisma.sql`left join unnest(p.tags) as tag on true` : Prisma.empty;
}

/** SQL for the name of the thing whose id is `value`; null where the value says it all. */
export function nameOf(by: ReportGrouping, value: Prisma.Sql): Prisma.Sql {
  if (by === 'member') return Prisma.sql`(select name from users where id = ${value}::uuid)`;
  if (by === 'project') return Prisma.sql`(select name from projects where id = ${value}::uuid)`;
  if (by === 'ticket') return Prisma.sql`(select title from tickets where id = ${value}::uuid)`;
  return Prisma.sql`null::text`;
}

/** SQL for the key of a ticket; null for anything else. */
export function keyOf(by: ReportGrouping, value: Prisma.Sql): Prisma.Sql {
  return by === 'ticket' ? Prisma.sql`(select key from tickets where id = ${value}::uuid)` : Prisma.sql`null::text`;
}
