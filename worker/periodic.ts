import type { PgBoss } from 'pg-boss';
import type { Ctx } from '#/lib/accounts/context.ts';
import { forgetInvitations } from '#/lib/accounts/invitations/forget-invitations.ts';
import { purgePasswordResets } from '#/lib/accounts/password-resets/purge-password-resets.ts';
import { abortAbandoned } from '#/lib/alarms/endpoints/abort-abandoned.ts';
import { disableFailing } from '#/lib/alarms/endpoints/disable-failing.ts';
import { dropOldPartitions, ensurePartitions } from '#/lib/alarms/partitions/keep-partitions.ts';
import { forgetAlarms } from '#/lib/alarms/retention/forget-alarms.ts';
import { purgeScheduleRuns } from '#/lib/alarms/schedules/purge-schedule-runs.ts';
import { guardedCalls } from '#/lib/alarms/webhooks/guarded-calls.ts';
import { expireExports } from '#/lib/analytics/exports/expire-exports.ts';
import { forgetMinutes } from '#/lib/analytics/minutes/forget-minutes.ts';
import { reconcileDailyTotals } from '#/lib/analytics/reports/reconcile-daily-totals.ts';
import { refreshDailyTotals } from '#/lib/analytics/reports/refresh-daily-totals.ts';
import { forgetExpiredKeys } from '#/lib/api/idempotency/forget-keys.ts';
import { log } from '#/lib/core/log.ts';
import { cutOldEvents } from '#/lib/events/retention/cut-old-events.ts';
import {
  ABORT_ABANDONED_DELIVERIES,
  CUT_OLD_EVENTS,
  DISABLE_FAILING_ENDPOINTS,
  DROP_ALARM_PARTITIONS,
  EXPIRE_EXPORTS,
  FORGET_ALARMS,
  FORGET_IDEMPOTENCY_KEYS,
  FORGET_INVITATIONS,
  FORGET_MINUTES,
  FORGET_NOTIFICATIONS,
  MAKE_ALARM_PARTITIONS,
  PAUSE_DISABLED_TIMERS,
  type PeriodicJob,
  PURGE_IMPORT_DRAFTS,
  PURGE_PASSWORD_RESETS,
  PURGE_SCHEDULE_RUNS,
  PUSH_WORKLOGS,
  RECONCILE_DAILY_TOTALS,
  REFRESH_DAILY_TOTALS,
  SWEEP_CAPPED_TIMERS,
} from '#/lib/jobs/job.ts';
import { forgetNotifications } from '#/lib/notifications/inbox/forget-notifications.ts';
import { purgeDrafts } from '#/lib/tracking/imports/purge-drafts.ts';
import { pauseDisabled } from '#/lib/tracking/timers/pause-disabled.ts';
import { sweepTimers } from '#/lib/tracking/timers/sweep-timers.ts';
import { pushWorklogs } from '#/lib/tracking/worklogs/push-worklogs.ts';

type System = Omit<Ctx, 'actor'>;

type Work = [PeriodicJob, (ctx: System) => Promise<number>];

/** What goes through many rows by one statement, or waits for the locks of whole tables. */
const LONG_WORK: Work[] = [
  [FORGET_IDEMPOTENCY_KEYS, forgetExpiredKeys],
  [MAKE_ALARM_PARTITIONS, ensurePartitions],
  [DROP_ALARM_PARTITIONS, dropOldPartitions],
  [FORGET_ALARMS, forgetAlarms],
  [FORGET_INVITATIONS, forgetInvitations],
  [PURGE_PASSWORD_RESETS, purgePasswordResets],
  [PURGE_SCHEDULE_RUNS, purgeScheduleRuns],
  [PURGE_IMPORT_DRAFTS, purgeDrafts],
  [CUT_OLD_EVENTS, cutOldEvents],
  [FORGET_MINUTES, forgetMinutes],
  [FORGET_NOTIFICATIONS, forgetNotifications],
  [EXPIRE_EXPORTS, expireExports],
  [REFRESH_DAILY_TOTALS, refreshDailyTotals],
  [RECONCILE_DAILY_TOTALS, reconcileDailyTotals],
];
const WORK: Work[] = [
  [SWEEP_CAPPED_TIMERS, sweepTimers],
  [PAUSE_DISABLED_TIMERS, pauseDisabled],
  [PUSH_WORKLOGS, (ctx) => pushWorklogs(ctx, guardedCalls())],
  [DISABLE_FAILING_ENDPOINTS, disableFailing],
  [ABORT_ABANDONED_DELIVERIES, abortAbandoned],
];

/**
 * Registers everything periodic. Any number of workers may: pg-boss runs each turn once. `longCtx` has a client whose
 * statements may take minutes.
 */
export async function registerPeriodicJobs(boss: PgBoss, ctx: System, longCtx: System): Promise<void> {
  await register(boss, ctx, WORK);
  await register(boss, longCtx, LONG_WORK);
}

async function register(boss: PgBoss, ctx: System, all: Work[]): Promise<void> {
  for (const [job, work] of all) {
    await boss.createQueue(job.name, {
      retryLimit: job.retryLimit,
      retryDelay: job.retryDelaySeconds,
      expireInSeconds: job.expireInSeconds,
    });
    await boss.schedule(job.name, job.cron);
    await boss.work(job.name, async () => {
      const count = await work(ctx);
      if (count > 0) log.info({ job: job.name, count }, 'periodic job');
    });
  }
}
