/** The heading of a timesheet. */
export type TimesheetHead = {
  member: string;
  workspace: string;
  from: string | Date;
  to: string | Date;
  rounding: { round: 'up' | 'down' | 'nearest'; minutes: number; per: 'entry' | 'day' } | null;
  madeAt: Date;
};
