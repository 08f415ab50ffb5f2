import type { ReportGrouping } from '#/lib/analytics/reports/report-levels.ts';
import type { ReportGroupJson, ReportSummaryJson } from '#/lib/analytics/reports/report-schemas.ts';
import { monthName } from '#/lib/client/calendar/format-calendar.ts';
import { daysTitle, periodOf, type ReportFilter, type ReportRange } from '#/lib/client/reports/report-view.ts';
import { dayTitle, formatDuration } from '#/lib/client/time/format-time.ts';

export const RANGE_LABELS: readonly (readonly [ReportRange, string])[] = [
  ['week', 'This week'],
  ['last_week', 'Last week'],
  ['month', 'This month'],
  ['last_month', 'Last month'],
  ['year', 'This year'],
  ['custom', 'Custom'],
];
/** Singular, plural, and the label of the group without a value. */
export const GROUP_LABELS: Record<ReportGrouping, readonly [one: string, many: string, none: string]> = {
  project: ['Project', 'Projects', 'No project'],
  ticket: ['Ticket', 'Tickets', 'No ticket'],
  tag: ['Tag', 'Tags', 'No tag'],
  type: ['Type', 'Types', 'No type'],
  member: ['Member', 'Members', 'No member'],
  day: ['Day', 'Days', 'No day'],
  week: ['Week', 'Weeks', 'No week'],
  month: ['Month', 'Months', 'No month'],
};
type TimerType = ReportSummaryJson['by_type'][number]['type'];
export const TYPE_LABELS: Record<TimerType, string> = {
  manual: 'Manual',
  pomodoro: 'Pomodoro',
  countdown: 'Countdown',
  interval: 'Interval',
};

/** The name of a group: the key of a ticket, the name of a project or member, a tag, a type. */
export function groupName({ by, value, key, name }: Pick<ReportGroupJson, 'by' | 'value' | 'key' | 'name'>): string {
  if (value === null) return GROUP_LABELS[by][2];
  if (by === 'type') return typeName(value);
  return key ?? name ?? value;
}

/** `Pomodoro`; a type that is newer than this page has its API name. */
export function typeName(type: string): string {
  return type in TYPE_LABELS ? TYPE_LABELS[type as TimerType] : type;
}

/** The same for a period, by its days; with the year if it is not this one. */
export function levelName(group: Pick<ReportGroupJson, 'by' | 'value' | 'key' | 'name'>, today: string): string {
  const { by, value } = group;
  if (value === null) return groupName(group);
  if (by === 'day') return dayTitle(value, today.slice(0, 4));
  if (by === 'week') return daysTitle(periodOf(by, value), today);
  if (by !== 'month') return groupName(group);
  const year = value.startsWith(today.slice(0, 4)) ? '' : ` ${value.slice(0, 4)}`;
  return `${monthName(`${value}-01`)}${year}`;
}

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The label of a filter: a project by its name, which a saved report may have instead of the id. */
export function filterName(filter: ReportFilter, value: string, projects: ReadonlyMap<string, string>): string {
  if (value === 'none') return GROUP_LABELS[filter][2];
  if (filter === 'type') return typeName(value);
  return filter === 'project' ? (projects.get(value) ?? (ID.test(value) ? 'Project' : value)) : value;
}

/** `3 h 05 min over`, `2 h left` of an estimate; a dash without one. */
export function formatOverEstimate(overMs: number | null): string {
  if (overMs === null) return '–';
  return `${formatDuration(Math.abs(overMs))} ${overMs > 0 ? 'over' : 'left'}`;
}
