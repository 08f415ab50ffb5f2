import type { AlarmSettings, AlarmStatus } from '#/lib/alarms/alarms/alarm.ts';
import { MAX_HORIZON_MS } from '#/lib/alarms/alarms/time-schemas.ts';
import { MIN_PERIOD_MS, nextRun, runsAfter, runsBefore, type Timing } from '#/lib/alarms/schedules/schedule-timing.ts';
import { MINUTE_MS } from '#/lib/core/duration.ts';

export const SCHEDULE_STATUSES = ['active', 'paused', 'ended'] as const;
export type ScheduleStatus = (typeof SCHEDULE_STATUSES)[number];

/** What becomes of runs that were missed while it was paused, or while no worker ran. */
export const CATCH_UPS = ['none', 'latest', 'all'] as const;
export type CatchUp = (typeof CATCH_UPS)[number];

/** Per workspace. */
export const MAX_SCHEDULES = 1_000;
/** `all` catches up on at most this many. */
export const MAX_CAUGHT_UP = 100;
/** How many coming runs are shown. */
export const SHOWN_RUNS = 5;
/** Runs of the next two minutes are alarms already, the next run in any case. Milliseconds. */
export const AHEAD_MS = 2 * MINUTE_MS;

/** Runs that may fall into the time ahead, and the one that says where to continue. */
const RUNS_AHEAD = Math.ceil(AHEAD_MS / MIN_PERIOD_MS) + 2;

/** A schedule: each of its runs is an alarm of its own. */
export type Schedule = Timing & {
  id: string;
  workspaceId: string;
  /** The API key, else the user, that created it. */
  createdBy: string;
  /** The API key, else the user, that wrote the headers, and may read their credentials. */
  headersBy: string;
  name: string | null;
  catchUp: CatchUp;
  url: string | null;
  /** JSON text, sent as it is. */
  payload: string | null;
  settings: AlarmSettings;
  /** The first run that is not an alarm yet; null when there is none. */
  nextRunAt: Date | null;
  /** The latest run that became an alarm. */
  lastRunAt: Date | null;
  pausedAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
  version: number;
};

/** The latest run of a schedule that was due, and the state of its alarm. */
export type LastRun = { alarmId: string; runAt: Date; status: AlarmStatus; attempts: number };
/** A run that is to become an alarm: its instant, and whether that has passed. */
export type Run = { runAt: Date; isMissed: boolean };

type State = Pick<Schedule, 'pausedAt' | 'nextRunAt' | 'lastRunAt'>;

/** What a schedule does at an instant: `ended` when all its runs have passed. */
export function statusOf({ pausedAt, nextRunAt, lastRunAt }: State, now: Date): ScheduleStatus {
  if (pausedAt) return 'paused';
  return nextRunAt || (lastRunAt && lastRunAt > now) ? 'active' : 'ended';
}

/** What pausing or resuming does in a state; `schedule_ended` where nothing is left to pause. */
export function transitionOf(
  status: ScheduleStatus,
  action: 'pause' | 'resume',
): 'change' | 'nothing' | 'schedule_ended' {
  if (status === 'ended') return 'schedule_ended';
  return (status === 'active') === (action === 'pause') ? 'change' : 'nothing';
}

/** The instant of the first run after another, at most ten years away, as alarms are; null without one. */
export function firstRun(timing: Timing, after: Date): Date | null {
  const run = nextRun(timing, after);
  return run && run.getTime() - after.getTime() <= MAX_HORIZON_MS ? run : null;
}

/** The next runs that will take place, for people to see; none while it is paused. */
export function shownRuns(schedule: Timing & State, now: Date): Date[] {
  return schedule.pausedAt ? [] : runsAfter(schedule, now, SHOWN_RUNS);
}

/**
 * Which runs become alarms now, and where to continue: those of the time ahead, at least one, and the missed ones that
 * `catch_up` includes. After a pause, some of them may be alarms already.
 */
export function planRuns(schedule: Schedule, now: Date): { runs: Run[]; nextRunAt: Date | null } {
  const { nextRunAt, pausedAt } = schedule;
  if (pausedAt || !nextRunAt) return { runs: [], nextRunAt };
  const from = nextRunAt < now ? now : nextRunAt;
  const ahead = runsAfter(schedule, new Date(from.getTime() - 1), RUNS_AHEAD);
  const count = Math.max(1, ahead.filter((run) => run.getTime() <= now.getTime() + AHEAD_MS).length);
  const coming = ahead.slice(0, count);
  const next = ahead[count] ?? null;
  return {
    runs: [
      ...missedRuns(schedule, nextRunAt, now).map((runAt) => ({ runAt, isMissed: true })),
      ...coming.map((runAt) => ({ runAt, isMissed: false })),
    ],
    nextRunAt: next && next.getTime() - now.getTime() <= MAX_HORIZON_MS ? next : null,
  };
}

function missedRuns(schedule: Schedule, from: Date, now: Date): Date[] {
  if (schedule.catchUp === 'none' || from >= now) return [];
  const most = schedule.catchUp === 'latest' ? 1 : MAX_CAUGHT_UP;
  return runsBefore(schedule, now, most).filter((run) => run >= from);
}

/** The earlier of two instants; the only one when the other is null. */
export function earlier(one: Date | null, other: Date | null): Date | null {
  if (!one || !other) return one ?? other;
  return one < other ? one : other;
}
