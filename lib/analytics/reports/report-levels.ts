/** The possible groupings of a report, at either of its two levels. */
export const REPORT_GROUPINGS = ['day', 'week', 'month', 'member', 'project', 'ticket', 'tag', 'type'] as const;
/** Those by which the parts of a day can be grouped. */
export const DAY_PARTS = ['member', 'project', 'ticket', 'tag', 'type'] as const;

export type ReportGrouping = (typeof REPORT_GROUPINGS)[number];
export type DayPart = (typeof DAY_PARTS)[number];

/**
 * The grouping of the parts of days in a report with these levels: the first level that is no period; null when both
 * are.
 */
export function dayPartOf(levels: readonly (ReportGrouping | null)[]): DayPart | null {
  return levels.find(isDayPart) ?? null;
}

function isDayPart(level: ReportGrouping | null): level is DayPart {
  return DAY_PARTS.some((part) => part === level);
}
