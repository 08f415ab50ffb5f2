import type { DayPart } from '#/lib/analytics/reports/report-schemas.ts';
import type { TimerType } from '#/lib/tracking/timers/timer-schemas.ts';

/** Of one member; far more than anybody finds their way in. */
export const MAX_SAVED_REPORTS = 100;
export const REPORT_NAME_MAX = 100;
/** As every report. */
export const MAX_REPORT_DAYS = 400;
/** Relative periods end with the day on which they are read; `custom` is of fixed days. */
export const REPORT_PERIODS = ['week', 'last_week', 'month', 'last_month', 'year', 'custom'] as const;

/** A report's query, as the URL of the Reports page has it. */
export type SavedQuery = {
  period: (typeof REPORT_PERIODS)[number];
  /** The first and last day of `custom`; null otherwise. */
  from: string | null;
  to: string | null;
  /** `me` is whoever reads it, `everyone`, or the id of a member. */
  whose: string;
  group_by: DayPart;
  project_id: string[];
  ticket: string[];
  tag: string[];
  type: TimerType[];
};

export type SavedReport = {
  id: string;
  workspaceId: string;
  userId: string;
  name: string;
  query: SavedQuery;
  isShared: boolean;
  createdAt: Date;
  updatedAt: Date;
  version: number;
};

/** Whether it shows time of others than this member. */
export function isOfOthers({ whose }: Pick<SavedQuery, 'whose'>, userId: string): boolean {
  return whose !== 'me' && whose !== userId;
}
