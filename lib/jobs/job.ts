/** Jobs that pg-boss runs on a schedule: name, cron in UTC, and how a failure is retried. */
export type PeriodicJob = { name: string; cron: string; retryLimit: number; retryDelaySeconds: number };

/** Forgets Idempotency-Keys past their 24 hours. */
export const FORGET_IDEMPOTENCY_KEYS: PeriodicJob = {
  name: 'forget-idempotency-keys',
  cron: '17 * * * *',
  retryLimit: 3,
  retryDelaySeconds: 60,
};

/** Completes timers past their cap whose wake-up got lost, e.g. by a hand in the database. */
export const SWEEP_CAPPED_TIMERS: PeriodicJob = {
  name: 'sweep-capped-timers',
  cron: '*/5 * * * *',
  retryLimit: 3,
  retryDelaySeconds: 60,
};

/** Pauses what still runs where timers are disabled, should a process have died on the way. */
export const PAUSE_DISABLED_TIMERS: PeriodicJob = {
  name: 'pause-disabled-timers',
  cron: '* * * * *',
  retryLimit: 3,
  retryDelaySeconds: 15,
};

/** Makes the partitions of alarms that finish in the days ahead. */
export const MAKE_ALARM_PARTITIONS: PeriodicJob = {
  name: 'make-alarm-partitions',
  cron: '23 * * * *',
  retryLimit: 3,
  retryDelaySeconds: 60,
};

/** Drops the partitions of alarms that finished longer ago than they are kept. */
export const DROP_ALARM_PARTITIONS: PeriodicJob = {
  name: 'drop-alarm-partitions',
  cron: '41 3 * * *',
  retryLimit: 3,
  retryDelaySeconds: 600,
};

/** Forgets finished alarms of workspaces that keep them for fewer days than the server does. */
export const FORGET_ALARMS: PeriodicJob = {
  name: 'forget-alarms',
  cron: '11 * * * *',
  retryLimit: 3,
  retryDelaySeconds: 600,
};

/** Forgets invitations that were answered or expired 90 days ago. */
export const FORGET_INVITATIONS: PeriodicJob = {
  name: 'forget-invitations',
  cron: '29 4 * * *',
  retryLimit: 3,
  retryDelaySeconds: 600,
};

/** Jobs that pg-boss runs once each: how often and how long a failure is retried, with growing pauses. */
export type QueuedJob = {
  name: string;
  retryLimit: number;
  retryDelaySeconds: number;
  retryDelayMaxSeconds: number;
  /** After this long at work a worker is taken for dead. */
  expireInSeconds: number;
  /** How long a finished job is kept. */
  deleteAfterSeconds: number;
};

/** Gives up what is open of endpoints that were deleted or disabled. */
export const ABORT_ABANDONED_DELIVERIES: PeriodicJob = {
  name: 'abort-abandoned-deliveries',
  cron: '* * * * *',
  retryLimit: 3,
  retryDelaySeconds: 60,
};

/** Disables endpoints to which nothing could be delivered for too long. */
export const DISABLE_FAILING_ENDPOINTS: PeriodicJob = {
  name: 'disable-failing-endpoints',
  cron: '*/10 * * * *',
  retryLimit: 3,
  retryDelaySeconds: 60,
};
