/** Jobs that pg-boss runs on a schedule: name, cron in UTC, and how a failure is retried. */
export type PeriodicJob = {
  name: string;
  cron: string;
  retryLimit: number;
  retryDelaySeconds: number;
  /** A worker that runs a job for this long counts as dead. */
  expireInSeconds: number;
};

/** Jobs that pg-boss runs once each: how often and how long a failure is retried, with growing pauses. */
export type QueuedJob = {
  name: string;
  retryLimit: number;
  retryDelaySeconds: number;
  retryDelayMaxSeconds: number;
  /** How many jobs a worker fetches at a time. At their slowest, all of them must be done before they expire. */
  atOnce: number;
  /** A worker that runs a job for this long counts as dead. */
  expireInSeconds: number;
  /** For long work: without a heartbeat for this long a worker counts as dead even before that. */
  heartbeatSeconds?: number;
  /** How long a finished job is kept. */
  deleteAfterSeconds: number;
  /** The queue for jobs that failed for good, and for how long they are kept there. */
  deadLetter: { name: string; deleteAfterSeconds: number };
};

/** Deletes expired idempotency keys. */
export const PRUNE_IDEMPOTENCY_KEYS = periodic('prune-idempotency-keys', '17 * * * *');

/**
 * Completes timers past their cap, and ends phases past their deadline, whose wake-up was lost, e.g. by a manual change
 * in the database.
 */
export const SWEEP_CAPPED_TIMERS = periodic('sweep-capped-timers', '*/5 * * * *');

/** Pauses timers that still run where timers are disabled, in case a process died while doing so. */
export const PAUSE_DISABLED_TIMERS = periodic('pause-disabled-timers', '* * * * *', { retryDelaySeconds: 15 });

/** Creates the partitions for alarms that finish in the days ahead. */
export const MAKE_ALARM_PARTITIONS = periodic('make-alarm-partitions', '23 * * * *');

/** Drops the partitions of alarms that finished longer ago than they are kept. */
export const DROP_ALARM_PARTITIONS = periodic('drop-alarm-partitions', '41 3 * * *', { retryDelaySeconds: 600 });

/** Deletes finished alarms of workspaces that keep them for fewer days than the server does. */
export const PRUNE_ALARMS = periodic('prune-alarms', '11 * * * *', { retryDelaySeconds: 600 });

/** Deletes invitations that were accepted, revoked or expired 90 days ago. */
export const PRUNE_INVITATIONS = periodic('prune-invitations', '29 4 * * *', { retryDelaySeconds: 600 });

/** Deletes links for a new password that expired a day ago. */
export const PURGE_PASSWORD_RESETS = periodic('purge-password-resets', '37 4 * * *', { retryDelaySeconds: 600 });

/** Deletes the records of runs that their schedule passed a day ago. */
export const PURGE_SCHEDULE_RUNS = periodic('purge-schedule-runs', '31 * * * *');

/** Deletes records of consumed events whose alarms have ended and are past `ALARM_RETENTION_DAYS`. */
export const PURGE_CONSUMED_EVENTS = periodic('purge-consumed-events', '37 * * * *');

/** Deletes import files that were uploaded a week ago and never applied. */
export const PURGE_IMPORT_DRAFTS = periodic('purge-import-drafts', '43 4 * * *', { retryDelaySeconds: 600 });

/** Deletes notifications that are 90 days old. */
export const PRUNE_NOTIFICATIONS = periodic('prune-notifications', '47 4 * * *', { retryDelaySeconds: 600 });

/** Cuts events past `FEED_RETENTION_DAYS` to what the audit log needs. The first time it may be millions. */
export const CUT_OLD_EVENTS = periodic('cut-old-events', '53 3 * * *', {
  retryDelaySeconds: 600,
  expireInSeconds: 3_600,
});

/** Deletes per-minute figures that are 30 days old. */
export const PRUNE_MINUTES = periodic('prune-minutes', '7 5 * * *', { retryDelaySeconds: 600 });

/** Brings daily totals, which reports read, up to date. For ten million spans it takes minutes. */
export const REFRESH_DAILY_TOTALS = periodic('refresh-daily-totals', '0,30 * * * *', { expireInSeconds: 3_600 });

/** Compares daily totals with the spans that they were counted from. */
export const RECONCILE_DAILY_TOTALS = periodic('reconcile-daily-totals', '13 3 * * *', { expireInSeconds: 3_600 });

/** Brings worklogs at GitLab and Jira up to date with sessions that have changed. A slow tracker takes minutes. */
export const PUSH_WORKLOGS = periodic('push-worklogs', '* * * * *', { expireInSeconds: 3_600 });

/** Deletes files of recorded time that have expired, and fails exports that were not finished within a day. */
export const EXPIRE_EXPORTS = periodic('expire-exports', '*/10 * * * *');

/** Aborts open deliveries of endpoints that were deleted or disabled. */
export const ABORT_ABANDONED_DELIVERIES = periodic('abort-abandoned-deliveries', '* * * * *');

/** Disables endpoints that keep failing. */
export const DISABLE_FAILING_ENDPOINTS = periodic('disable-failing-endpoints', '*/10 * * * *');

/** One that fails is retried three times: the next run comes anyway. */
function periodic(name: string, cron: string, { retryDelaySeconds = 60, expireInSeconds = 900 } = {}): PeriodicJob {
  return { name, cron, retryLimit: 3, retryDelaySeconds, expireInSeconds };
}

/** Names that periodic jobs had in earlier versions. No worker runs them, so nothing may queue them. */
export const FORMER_PERIODIC_JOBS: readonly string[] = [
  'forget-alarms',
  'forget-idempotency-keys',
  'forget-invitations',
  'forget-minutes',
  'forget-notifications',
];
