import {
  type DayPart,
  dayPartOf,
  REPORT_GROUPINGS,
  type ReportGrouping,
} from '#/lib/analytics/reports/report-levels.ts';
import type { ReportGroupJson } from '#/lib/analytics/reports/report-schemas.ts';
import { addDays, weekOf } from '#/lib/client/calendar/calendar.ts';
import { weekTitle } from '#/lib/client/calendar/calendar-view.ts';

export const REPORTS_PATH = '/reports';
export const DETAILED_REPORT_PATH = '/reports/detailed';
export const TICKET_REPORT_PATH = '/reports/tickets';
export const POMODORO_REPORT_PATH = '/reports/pomodoro';
export const TEAM_DAY_PATH = '/reports/team-day';
export const SAVED_REPORTS_PATH = '/reports/saved';

const RANGES = ['week', 'last_week', 'month', 'last_month', 'year', 'custom'] as const;
export type ReportRange = (typeof RANGES)[number];
export const FILTERS = ['project', 'ticket', 'tag', 'type'] as const;
export type ReportFilter = (typeof FILTERS)[number];

/** Days from the first to the last, inclusive: `2026-11-19`. */
export type Days = { from: string; to: string };
/** The view of a report: days, members, grouping and filters. `days` are those of the range `custom`. */
export type ReportView = {
  range: ReportRange;
  days: Days | null;
  /** `me`, `everyone`, or the id of a member. */
  who: string;
  by: ReportGrouping;
  /** The second level, within the first; null for none. */
  thenBy: ReportGrouping | null;
  filters: Record<ReportFilter, readonly string[]>;
};

export const NO_FILTERS: ReportView['filters'] = { project: [], ticket: [], tag: [], type: [] };
export const FIRST_VIEW: ReportView = {
  range: 'month',
  days: null,
  who: 'me',
  by: 'project',
  thenBy: null,
  filters: NO_FILTERS,
};

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
/** The maximum of the API. */
const MAX_DAYS = 400;

/** Reads the view from the query of a URL. Unknown values fall back to the defaults. */
export function readReportView(query: { get(name: string): string | null }): ReportView {
  const text = (name: string) => query.get(name) ?? '';
  const days = { from: text('from'), to: text('to') };
  const range = RANGES.find((one) => one === text('range')) ?? FIRST_VIEW.range;
  const isCustom = range === 'custom' && daysError(days) === null;
  const who = text('who');
  const levelOf = (name: string) => REPORT_GROUPINGS.find((one) => one === text(name)) ?? null;
  const by = levelOf('by') ?? FIRST_VIEW.by;
  const thenBy = levelOf('then');
  return {
    range: range === 'custom' && !isCustom ? FIRST_VIEW.range : range,
    days: isCustom ? days : null,
    who: who === 'everyone' || ID.test(who) ? who : FIRST_VIEW.who,
    by,
    thenBy: thenBy === by ? null : thenBy,
    filters: {
      project: valuesOf(text('project')),
      ticket: valuesOf(text('ticket')),
      tag: valuesOf(text('tag')),
      type: valuesOf(text('type')),
    },
  };
}

/** The URL of the view on one of the pages of reports; without default values. */
export function reportHref(view: ReportView, path: string = REPORTS_PATH): string {
  const query = new URLSearchParams();
  if (view.range !== FIRST_VIEW.range) query.set('range', view.range);
  if (view.days) {
    query.set('from', view.days.from);
    query.set('to', view.days.to);
  }
  if (view.who !== FIRST_VIEW.who) query.set('who', view.who);
  if (view.by !== FIRST_VIEW.by) query.set('by', view.by);
  if (view.thenBy !== null) query.set('then', view.thenBy);
  setFilters(query, view.filters, (name) => name);
  return query.size > 0 ? `${path}?${query}` : path;
}

/** The error in two days for a report, for the person who typed them; null if they are valid. */
export function daysError({ from, to }: Days): string | null {
  if (!isDate(from) || !isDate(to)) return 'Choose both days.';
  if (from > to) return 'The first day must come before the last.';
  return addDays(from, MAX_DAYS - 1) < to ? `Choose at most ${MAX_DAYS} days.` : null;
}

/** The days of a view: up to today if the period has not ended. */
export function daysOf({ range, days }: Pick<ReportView, 'range' | 'days'>, today: string, weekStart: number): Days {
  const week = weekOf(today, weekStart);
  const month = `${today.slice(0, 7)}-01`;
  const monthBefore = `${addDays(month, -1).slice(0, 7)}-01`;
  const ranges: Record<ReportRange, Days> = {
    week: { from: week, to: today },
    last_week: { from: addDays(week, -7), to: addDays(week, -1) },
    month: { from: month, to: today },
    last_month: { from: monthBefore, to: addDays(month, -1) },
    year: { from: `${today.slice(0, 4)}-01-01`, to: today },
    custom: days ?? { from: month, to: today },
  };
  return ranges[range];
}

/** The last 53 whole weeks up to today, for a year at a glance. */
export function yearDays(today: string, weekStart: number): Days {
  return { from: addDays(weekOf(today, weekStart), -52 * 7), to: today };
}

/** `1 – 19 November`, `19 November` for a single day; with years if one is not this year. */
export function daysTitle({ from, to }: Days, today: string): string {
  const title = weekTitle([from, to], today.slice(0, 4));
  return from === to ? title.slice(title.indexOf('–') + 2) : title;
}

/** The same for everyone, or for one member, without grouping by member. */
export function ofMember(view: ReportView, who: string): ReportView {
  if (who === 'everyone') return { ...view, who };
  const [by = 'project', thenBy = null] = [view.by, view.thenBy].filter(
    (level) => level !== null && level !== 'member',
  );
  return { ...view, who, by: by ?? 'project', thenBy };
}

/** The parts of days in a view, whatever its periods. */
export function viewPart({ by, thenBy }: Pick<ReportView, 'by' | 'thenBy'>): DayPart {
  return dayPartOf([by, thenBy]) ?? 'project';
}

/** The API query for parts of days. The API decides whose time may be read. */
export function reportQuery(view: ReportView, days: Days, myId: string): URLSearchParams {
  const query = reportFilterQuery(view, days, myId);
  query.set('group_by', viewPart(view));
  return query;
}

/** The same for groups of both levels. A year has more days than the API lists of other groups. */
export function levelQuery(view: ReportView, days: Days, myId: string): URLSearchParams {
  const query = reportFilterQuery(view, days, myId);
  query.set('group_by', view.thenBy ? `${view.by},${view.thenBy}` : view.by);
  if (view.by === 'day' || view.thenBy === 'day') query.set('limit', String(MAX_DAYS));
  return query;
}

/** The same without groups. */
export function reportFilterQuery(view: ReportView, { from, to }: Days, myId: string): URLSearchParams {
  const query = new URLSearchParams({ from, to });
  if (view.who !== 'everyone') query.set('user_id', view.who === 'me' ? myId : view.who);
  setFilters(query, view.filters, (name) => (name === 'project' ? 'project_id' : name));
  return query;
}

type GroupKey = Pick<ReportGroupJson, 'by' | 'value' | 'key'>;

/**
 * The view filtered to one of its groups, for its contents; null if no filter is equivalent: timers without a tag, and
 * those of one tag that also have another tag of the filter.
 */
export function narrowTo(view: ReportView, days: Days, { by, value, key }: GroupKey): ReportView | null {
  const filterBy = (name: ReportFilter, one: string) => ({ ...view, filters: { ...view.filters, [name]: [one] } });
  switch (by) {
    case 'day':
    case 'week':
    case 'month':
      return value === null ? null : { ...view, range: 'custom', days: common(days, periodOf(by, value)) };
    case 'member':
      return value === null ? null : ofMember(view, value);
    case 'tag': {
      const isSure = view.filters.tag.length === 0 || view.filters.tag.includes(value ?? '');
      return value === null || !isSure ? null : filterBy('tag', value);
    }
    case 'ticket':
      return filterBy('ticket', key ?? value ?? 'none');
    default:
      return filterBy(by, value ?? 'none');
  }
}

/** The days of a group that is a period: `2026-11-19`, the first day of a week, or `2026-11`. */
export function periodOf(by: 'day' | 'week' | 'month', value: string): Days {
  if (by === 'month') {
    const from = `${value}-01`;
    return { from, to: addDays(`${addDays(from, 31).slice(0, 7)}-01`, -1) };
  }
  return { from: value, to: by === 'week' ? addDays(value, 6) : value };
}

function common(a: Days, b: Days): Days {
  return { from: a.from > b.from ? a.from : b.from, to: a.to < b.to ? a.to : b.to };
}

/** The API query for everyone's day. */
export function teamDayFilters({ filters }: Pick<ReportView, 'filters'>, date: string): URLSearchParams {
  const query = new URLSearchParams({ date });
  setFilters(query, filters, (name) => (name === 'project' ? 'project_id' : name));
  return query;
}

/** Every day from the first to the last with its data. */
export function daysWith<Day extends { date: string }>(
  { from, to }: Days,
  known: readonly Day[],
  valuesOf: (day: Day | undefined) => number[],
): { date: string; values: number[] }[] {
  const byDate = new Map(known.map((day) => [day.date, day]));
  const days: { date: string; values: number[] }[] = [];
  for (let date = from; date <= to; date = addDays(date, 1)) days.push({ date, values: valuesOf(byDate.get(date)) });
  return days;
}

export function hasFilters({ filters }: Pick<ReportView, 'filters'>): boolean {
  return FILTERS.some((name) => filters[name].length > 0);
}

function setFilters(query: URLSearchParams, filters: ReportView['filters'], nameOf: (name: ReportFilter) => string) {
  for (const name of FILTERS) {
    // A comma within a value must not separate values.
    if (filters[name].length > 0) query.set(nameOf(name), filters[name].map(escaped).join(','));
  }
}

function escaped(value: string): string {
  return value.replaceAll('%', '%25').replaceAll(',', '%2C');
}

function valuesOf(text: string): readonly string[] {
  return [...new Set(text.split(',').filter(Boolean).map(unescaped))];
}

function unescaped(text: string): string {
  return text.replaceAll(/%2C/gi, ',').replaceAll('%25', '%');
}

function isDate(text: string): boolean {
  const instant = DATE.test(text) ? Date.parse(text) : Number.NaN;
  return instant >= 0 && new Date(instant).toISOString().startsWith(text);
}
