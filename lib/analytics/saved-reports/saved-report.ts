import type { ReportGrouping } from '#/lib/analytics/reports/report-levels.ts';
import type { TimerType } from '#/lib/tracking/timers/timer-schemas.ts';

/** Per member; far more than anyone can keep track of. */
export const MAX_SAVED_REPORTS = 100;
export const REPORT_NAME_MAX = 100;
/** The same as for every report. */
export const MAX_REPORT_DAYS = 400;
/** Relative periods end with the day on which they are read; `custom` has fixed days. */
export const REPORT_PERIODS = ['week', 'last_week', 'month', 'last_month', 'year', 'custom'] as const;

/** The pages of reports on which a saved one can be opened. */
export const REPORT_PAGES = ['overview', 'detailed', 'tickets', 'pomodoro'] as const;
export type ReportPage = (typeof REPORT_PAGES)[number];

/** A report's query, as in the URL of a page of Reports. */
export type SavedQuery = {
  period: (typeof REPORT_PERIODS)[number];
  /** The first and last day of `custom`; null otherwise. */
  from: string | null;
  to: string | null;
  /** `me` is the reader, `everyone`, or the id of a member. */
  whose: string;
  page: ReportPage;
  group_by: ReportGrouping;
  /** The second level, within the first; null for none. */
  then_by: ReportGrouping | null;
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

/** A stored query. Older ones have neither pages nor second levels. */
export function readSavedQuery(stored: unknown): SavedQuery {
  return { page: 'overview', then_by: null, ...(stored as Omit<SavedQuery, 'page' | 'then_by'>) };
}

/** Whether it shows the time of anyone but this member. */
export function isOfOthers({ whose }: Pick<SavedQuery, 'whose'>, userId: string): boolean {
  return whose !== 'me' && whose !== userId;
}
