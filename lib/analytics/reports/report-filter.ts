import type { DayRule } from '#/lib/accounts/users/day-rule.ts';
import type { TimerType } from '#/lib/tracking/timers/timer-schemas.ts';

/** Some objects of a workspace by id, and optionally timers that have none. */
export type Chosen = { names: string[]; none: boolean };

/** The time that a report covers. */
export type ReportFilter = {
  workspaceId: string;
  /** Null: everyone's. */
  userIds: string[] | null;
  projects: Chosen | null;
  /** Keys or ids. */
  tickets: Chosen | null;
  tags: string[] | null;
  types: TimerType[] | null;
  period: Period;
  /** Running timers count up to this instant. */
  now: Date;
};

/**
 * Whole days, which are each member's own: such a report is read from daily totals. Or a stretch of instants, at whose
 * ends time is cut, with days by one rule for everyone or by each member's own (null).
 */
export type Period = DaysPeriod | { kind: 'instants'; from: Date; to: Date; rule: DayRule | null };
export type DaysPeriod = { kind: 'days'; from: string; to: string };
