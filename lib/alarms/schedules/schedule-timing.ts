import { Cron } from 'croner';
import { MAX_HORIZON_MS } from '#/lib/alarms/alarms/time-schemas.ts';
import { MINUTE_MS, SECOND_MS } from '#/lib/core/duration.ts';
import { parseMicros } from '#/lib/core/micros.ts';
import { parseDuration } from '#/lib/core/parse-duration.ts';

/** When a schedule runs: by a cron expression in a time zone, or by an ISO 8601 repeating interval. */
export type Timing = {
  cron: string | null;
  /** IANA name; of cron expressions only. */
  timeZone: string | null;
  /** `R5/2026-01-01T00:00:00Z/PT1H`: five runs, an hour apart; `R/…` without an end. */
  repeat: string | null;
  /** No run before it. */
  startAt: Date | null;
  /** No run at or after it. */
  endAt: Date | null;
};

/** Runs of one schedule are at least this far apart. Milliseconds. */
export const MIN_PERIOD_MS = 10 * SECOND_MS;
/** `R` has at most so many digits. */
const MAX_REPEATS = 1_000_000_000;

const NICKNAME = /^@(?:yearly|annually|monthly|weekly|daily|midnight|hourly)$/i;
const REPEAT = /^R(\d*)\/([^/]+)\/([^/]+)$/;

type Interval = { startMs: number; periodMs: number; count: number };

/** What is wrong with a cron expression, or null. */
export function cronProblem(cron: string): string | null {
  const fields = cron.trim().split(/\s+/);
  if (!NICKNAME.test(cron) && fields.length !== 5 && fields.length !== 6) {
    return 'must have five fields (minute, hour, day, month, weekday), or six with seconds first';
  }
  try {
    parseCron(cron, 'UTC');
  } catch (error) {
    // Croner's message, without its name: "Invalid value for minute: 60".
    if (error instanceof TypeError || error instanceof RangeError) return error.message.replace(/^Cron\w*: /, '');
    throw error;
  }
  if (fields.length === 6 && shortestGapMs(fields[0] as string) < MIN_PERIOD_MS) {
    return 'its seconds must be at least 10 apart, counted around the minute: */10 is the most frequent';
  }
  return null;
}

/** The shortest distance between two seconds that this field names, including the next minute's first. */
function shortestGapMs(seconds: string): number {
  const runs = parseCron(`${seconds} * * * * *`, 'UTC').nextRuns(MINUTE_MS / SECOND_MS + 1, new Date(0));
  return Math.min(...runs.slice(1).map((run, index) => run.getTime() - (runs[index] as Date).getTime()));
}

/** What is wrong with a repeating interval, or null. */
export function repeatProblem(repeat: string): string | null {
  const match = REPEAT.exec(repeat);
  if (!match) return 'must be a repeating interval such as R5/2026-01-01T00:00:00Z/PT1H, or R/… without an end';
  const [, count = '', start = '', period = ''] = match;
  if (count !== '' && (Number(count) < 1 || Number(count) > MAX_REPEATS)) return 'must repeat at least once';
  if (parseMicros(start) === null) return 'must start at an instant with its zone, such as 2026-01-01T00:00:00Z';
  const periodMs = parseDuration(period);
  if (periodMs === null) return 'must end with a duration such as PT1H or P1D; for months and years use cron';
  if (periodMs > MAX_HORIZON_MS) return 'must be at most ten years long';
  return periodMs < MIN_PERIOD_MS ? 'must be at least 10 seconds long' : null;
}

/**
 * The first `most` runs after an instant, within the bounds. Days and weeks of an interval have 24 hours; cron follows
 * the clock of its zone: a fixed time that clocks skip runs right after the change, one that they show twice runs the
 * first time, and runs every so many minutes or hours follow elapsed time (rules of Vixie cron).
 */
export function runsAfter(timing: Timing, after: Date, most: number): Date[] {
  const { startAt, endAt } = timing;
  // The instant itself is a run, too.
  const from = startAt && startAt > after ? new Date(startAt.getTime() - 1) : after;
  const runs =
    timing.cron === null
      ? ofInterval(parseInterval(timing), (interval) => nextIndex(interval, from), most)
      : parseCron(timing.cron, timing.timeZone ?? 'UTC').nextRuns(most, from);
  return endAt ? runs.filter((run) => run < endAt) : runs;
}

/** The last `most` runs before an instant, within the bounds, in their order. */
export function runsBefore(timing: Timing, before: Date, most: number): Date[] {
  const { startAt, endAt } = timing;
  const until = endAt && endAt < before ? endAt : before;
  const runs =
    timing.cron === null
      ? ofInterval(parseInterval(timing), (interval) => Math.max(0, lastIndex(interval, until) + 1 - most), most)
      : parseCron(timing.cron, timing.timeZone ?? 'UTC')
          .previousRuns(most, until)
          .reverse();
  return runs.filter((run) => run < until && (!startAt || run >= startAt));
}

/** The first run after an instant; null when there is none. */
export function nextRun(timing: Timing, after: Date): Date | null {
  return runsAfter(timing, after, 1)[0] ?? null;
}

function parseCron(cron: string, timezone: string): Cron {
  return new Cron(cron.trim(), { paused: true, timezone, fixedTimeRule: 'no-wildcard' });
}

function parseInterval({ repeat }: Timing): Interval {
  const [, count = '', start = '', period = ''] = REPEAT.exec(repeat ?? '') ?? [];
  return {
    // Rounded up to the millisecond, so that nothing is early.
    startMs: Math.ceil((parseMicros(start) as number) / 1_000),
    periodMs: parseDuration(period) as number,
    count: count === '' ? Number.POSITIVE_INFINITY : Number(count),
  };
}

function ofInterval(interval: Interval, first: (interval: Interval) => number, most: number): Date[] {
  const from = first(interval);
  const length = Math.max(0, Math.min(most, interval.count - from));
  return Array.from({ length }, (_, index) => new Date(interval.startMs + (from + index) * interval.periodMs));
}

/** Number of the first run after an instant, from 0. */
function nextIndex({ startMs, periodMs }: Interval, after: Date): number {
  return Math.max(0, Math.floor((after.getTime() - startMs) / periodMs) + 1);
}

/** Number of the last run before an instant; -1 when it has none. */
function lastIndex({ startMs, periodMs, count }: Interval, before: Date): number {
  return Math.min(count - 1, Math.max(-1, Math.ceil((before.getTime() - startMs) / periodMs) - 1));
}
