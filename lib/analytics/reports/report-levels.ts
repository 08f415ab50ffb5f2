/** What a report can be grouped by, at either of its two levels. */
export const REPORT_GROUPINGS = ['day', 'week', 'month', 'member', 'project', 'ticket', 'tag', 'type'] as const;
/** Of them, what the parts of a day can be. */
export const DAY_PARTS = ['member', 'project', 'ticket', 'tag', 'type'] as const;

export type ReportGrouping = (typeof REPORT_GROUPINGS)[number];
export type DayPart = (typeof DAY_PARTS)[number];

/** What the bars of days are made of in a report with these levels: the first that is no period; null where both are. */
export function dayPartOf(levels: readonly (ReportGrouping | null)[]): DayPart | null {
  return levels.find(isDayPart) ?? null;
}

function isDayPart(level: ReportGrouping | null): level is DayPart {
  return DAY_PARTS.some((part) => part === level);
}
