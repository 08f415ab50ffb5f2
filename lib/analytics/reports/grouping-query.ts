import type { SumColumn } from '#/lib/analytics/reports/daily-sums-query.ts';
import type { Period } from '#/lib/analytics/reports/report-filter.ts';
import type { ReportGrouping } from '#/lib/analytics/reports/report-levels.ts';
import { isFirstPart, type PartColumn } from '#/lib/analytics/reports/report-parts-query.ts';
import { Prisma } from '#/lib/db/generated/client.ts';

/** How rows of `parts p` are grouped, and which of a timer's rows counts it in a group. */
export type Level = {
  /** The column of `parts` that the value comes from. */
  column: PartColumn;
  /** The same for sums; null when these can't be grouped by it. */
  sumColumn: SumColumn | null;
  /** With its own type, since ids and dates are grouped twice as fast as their texts. */
  value: Prisma.Sql;
  counts: Prisma.Sql;
  isInOrder: boolean;
  /** SQL for the text of a value. */
  text: (value: Prisma.Sql) => Prisma.Sql;
};
/** The key and name of the object that a row's value identifies, from a join; null when the value needs no lookup. */
type Labels = { join: Prisma.Sql; key: Prisma.Sql; name: Prisma.Sql };

const NOTHING = Prisma.sql`null::text`;
/** For `parts p`: 0 for a Monday, up to 6. 0001-01-01 was one. */
export const DAYS_SINCE_MONDAY = Prisma.sql`((p.day - date '0001-01-01') % 7)`;

/** SQL for grouping `parts p`; `tag` is a column of it when that is a level. Weeks begin on this day (ISO 8601). */
export function levelOf(by: ReportGrouping, period: Period, weekStart: number): Level {
  const first = isFirstPart(period);
  switch (by) {
    case 'day':
      return { ...inCalendar(Prisma.sql`p.day`, first), counts: Prisma.sql`true` };
    case 'week':
      return inCalendar(Prisma.sql`(p.day - (${DAYS_SINCE_MONDAY} + 8 - ${weekStart}::int) % 7)`, first);
    case 'month':
      return {
        ...inCalendar(Prisma.sql`date_trunc('month', p.day::timestamp)::date`, first),
        text: (value) => Prisma.sql`to_char(${value}, 'YYYY-MM')`,
      };
    case 'member':
      return { ...ofThings('user_id', Prisma.sql`p.user_id`, first), sumColumn: 'user_id' };
    case 'project':
      return ofThings('project_id', Prisma.sql`p.project_id`, first);
    case 'ticket':
      return ofThings('ticket_id', Prisma.sql`p.ticket_id`, first);
    case 'tag':
      return ofThings('tags', Prisma.sql`tag`, first);
    case 'type':
      return { ...ofThings('type', Prisma.sql`p.type`, first), sumColumn: 'type' };
  }
}

/** Weeks and months count a timer on its first day in them. */
function inCalendar(start: Prisma.Sql, first: Prisma.Sql): Level {
  const counts = Prisma.sql`(${first} or p.previous_day < ${start})`;
  return { column: 'day', sumColumn: 'day', value: start, counts, isInOrder: true, text: asText };
}

function ofThings(column: PartColumn, value: Prisma.Sql, first: Prisma.Sql): Level {
  return { column, sumColumn: null, value, counts: first, isInOrder: false, text: asText };
}

function asText(value: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`${value}::text`;
}

/** Splits a row of `parts p` into one for each of its tags, when a level is by tag. */
export function tagsOf(levels: readonly string[]): Prisma.Sql {
  return levels.includes('tag') ? Prisma.sql`left join unnest(p.tags) as tag on true` : Prisma.empty;
}

/** SQL for looking up what a value (text) identifies, as a join to rows that have it. */
export function labelsOf(by: ReportGrouping, value: Prisma.Sql): Labels {
  switch (by) {
    case 'member':
      return { join: joinOf('users', value), key: NOTHING, name: Prisma.sql`thing.name` };
    case 'project':
      return { join: joinOf('projects', value), key: NOTHING, name: Prisma.sql`thing.name` };
    case 'ticket':
      return { join: joinOf('tickets', value), key: Prisma.sql`thing.key`, name: Prisma.sql`thing.title` };
    default:
      return { join: Prisma.empty, key: NOTHING, name: NOTHING };
  }
}

function joinOf(table: 'users' | 'projects' | 'tickets', value: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`left join ${Prisma.raw(table)} as thing on thing.id = ${value}::uuid`;
}
