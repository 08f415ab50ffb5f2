import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#/lib/core/duration.ts';
import type { AlertRule } from '#/lib/jobs/notification-kind-schemas.ts';

/** The figures that opened an alert, by name. */
export type AlertFacts = Readonly<Record<string, number | string>>;
export type Alert = {
  id: string;
  rule: AlertRule;
  facts: AlertFacts;
  openedAt: Date;
  /** When its rule last stopped finding anything; null while it finds something. */
  quietSince: Date | null;
  closedAt: Date | null;
};
/** `isBack`: one for its rule had closed less than an hour before. */
export type OpenAlert = Alert & { isBack: boolean };

/** The input of the rules. */
export type Watched = {
  now: Date;
  /** Start of the current period of checks without a gap. */
  watchingSince: Date;
  /** The last heartbeat of any worker; null without one. */
  workerSeenAt: Date | null;
  /** When a worker began running without a known gap; null when there is none. */
  workingSince: Date | null;
  /** When the engine was put on hold; null while it is not. */
  onHoldSince: Date | null;
  /** When the last completed canary was due, and how late the last ones were, latest first. */
  canaryDueAt: Date | null;
  canariesLateMs: readonly number[];
  /**
   * First attempts of the last five minutes that were not delayed by their own workspace or receiver: how many, the
   * 99th percentile of the engine's lateness, and how many were very late.
   */
  attempts: number;
  p99Ms: number | null;
  veryLate: number;
  /**
   * Alarms that ended in the last fifteen minutes, how many of them became dead letters, and how many of those are the
   * operators' own.
   */
  ended: number;
  dead: number;
  deadOwn: number;
  /**
   * Message brokers that are not paused, how many of them have failed for long enough, how many of those are the
   * operators' own, and since when: the longest of their own, else of all; null when none has.
   */
  brokers: number;
  failingBrokers: number;
  failingBrokersOwn: number;
  brokerFailingSince: Date | null;
};

/** The thresholds; 0 switches a rule off. */
export type Limits = { latenessMs: number; deadLetters: number; canaryEveryMs: number; brokerFailingMs: number };

/** A worker records a heartbeat every ten seconds; after a clean shutdown only its last minute remains. */
export const NO_WORKER_MS = 2 * MINUTE_MS;
/** This many passes without a canary count as silence. */
const SILENT_TURNS = 6;
/** Canaries are created and checked every ten seconds: a shorter silence may be none. */
const SILENT_MS = MINUTE_MS;
export const LATENESS_WINDOW_MS = 5 * MINUTE_MS;
/** With fewer attempts the 99th percentile is meaningless. */
const MIN_ATTEMPTS = 100;
/** Attempts this late open an alert from `MAX_VERY_LATE` of them on, whatever the percentile. */
export const VERY_LATE_MS = SECOND_MS;
const MAX_VERY_LATE = 5;
/** With few alarms, this many late canaries in a row open the alert. */
export const CANARIES_NEEDED = 3;
export const DEAD_WINDOW_MS = 15 * MINUTE_MS;
/** The share of ended alarms in all workspaces that may be dead letters: someone is always experimenting. */
const DEAD_PART = 0.01;
/**
 * An alarm that has been retried for long is attempted once an hour; a broker without any attempt for longer is not in
 * use.
 */
export const BROKER_USED_MS = 2 * HOUR_MS;
/** The share of brokers in all workspaces that may fail, and this number in any case: their owners may cause it. */
const FAILING_PART = 0.5;
const MAX_FAILING = 1;
/** How long a rule must find nothing before its alert closes: otherwise a flapping one would notify each time. */
const QUIET_MS: Record<AlertRule, number> = {
  no_worker: MINUTE_MS,
  canary_silent: 5 * MINUTE_MS,
  lateness: 5 * MINUTE_MS,
  dead_letters: 5 * MINUTE_MS,
  broker_failing: 5 * MINUTE_MS,
};
/** An alert that returns within this time stays open until it was quiet for this long. */
export const BACK_MS = HOUR_MS;

/** How long an alert stays open without finding anything, in milliseconds. */
export function quietMsOf({ rule, isBack }: Pick<OpenAlert, 'rule' | 'isBack'>): number {
  return isBack ? BACK_MS : QUIET_MS[rule];
}

export type AlertTransition = 'open' | 'hush' | 'stir' | 'close' | null;

/** The transition of a rule's alert, given whether the rule has found something. Pure. */
export function alertTransition(isFound: boolean, open: OpenAlert | undefined, now: Date): AlertTransition {
  if (!open) return isFound ? 'open' : null;
  if (isFound) return open.quietSince ? 'stir' : null;
  // A check that began before another process opened the alert can't judge it.
  if (!open.quietSince) return now >= open.openedAt ? 'hush' : null;
  return now.getTime() - open.quietSince.getTime() >= quietMsOf(open) ? 'close' : null;
}

/** The alerts that should be open, and why. A service without a worker has one alert, not five. Pure. */
export function alertsOf(watched: Watched, limits: Limits): Map<AlertRule, AlertFacts> {
  const found: [AlertRule, AlertFacts | null][] = [
    ['no_worker', noWorker(watched)],
    ['canary_silent', canarySilent(watched, limits)],
    ['lateness', tooLate(watched, limits)],
    ['dead_letters', deadLetters(watched, limits)],
    ['broker_failing', brokerFailing(watched, limits)],
  ];
  return new Map(found.filter((one): one is [AlertRule, AlertFacts] => one[1] !== null));
}

function noWorker({ now, watchingSince, workerSeenAt }: Watched): AlertFacts | null {
  const silentMs = now.getTime() - Math.max(watchingSince.getTime(), workerSeenAt?.getTime() ?? 0);
  return silentMs > NO_WORKER_MS ? { seconds: seconds(silentMs) } : null;
}

function canarySilent(watched: Watched, { canaryEveryMs }: Limits): AlertFacts | null {
  const { now, watchingSince, workingSince, canaryDueAt } = watched;
  if (!workingSince || canaryEveryMs === 0) return null;
  const since = Math.max(watchingSince.getTime(), workingSince.getTime(), canaryDueAt?.getTime() ?? 0);
  const silentMs = now.getTime() - since;
  if (silentMs <= Math.max(SILENT_MS, SILENT_TURNS * canaryEveryMs)) return null;
  const hold = watched.onHoldSince && { on_hold_since: watched.onHoldSince.toISOString() };
  return { seconds: seconds(silentMs), ...hold };
}

function tooLate(watched: Watched, { latenessMs }: Limits): AlertFacts | null {
  const { workingSince, attempts, p99Ms, veryLate, canariesLateMs } = watched;
  if (!workingSince || latenessMs === 0) return null;
  if (attempts >= MIN_ATTEMPTS && p99Ms !== null && p99Ms > latenessMs)
    return { p99_ms: p99Ms, attempts, objective_ms: latenessMs };
  if (veryLate >= MAX_VERY_LATE && latenessMs < VERY_LATE_MS)
    return { late: veryLate, attempts, over_ms: VERY_LATE_MS, objective_ms: latenessMs };
  const areAllLate = canariesLateMs.length >= CANARIES_NEEDED && canariesLateMs.every((ms) => ms > latenessMs);
  return areAllLate ? { canary_ms: Math.min(...canariesLateMs), objective_ms: latenessMs } : null;
}

function deadLetters({ ended, dead, deadOwn }: Watched, { deadLetters: limit }: Limits): AlertFacts | null {
  const isMany = dead >= limit && dead >= DEAD_PART * ended;
  // Counted minutes may miss a worker's last seconds.
  return limit > 0 && (isMany || deadOwn >= limit) ? { count: Math.max(dead, deadOwn), own: deadOwn } : null;
}

function brokerFailing(watched: Watched, { brokerFailingMs }: Limits): AlertFacts | null {
  const { now, brokers, failingBrokers: count, failingBrokersOwn: own, brokerFailingSince: since } = watched;
  const areMany = count > MAX_FAILING && count >= FAILING_PART * brokers;
  if (brokerFailingMs === 0 || !since || !(areMany || own > 0)) return null;
  return { count, own, seconds: seconds(now.getTime() - since.getTime()) };
}

function seconds(ms: number): number {
  return Math.round(ms / SECOND_MS);
}
