import type { PgBoss } from 'pg-boss';
import { pruneInvitations } from '#/lib/accounts/invitations/prune-invitations.ts';
import { purgePasswordResets } from '#/lib/accounts/password-resets/purge-password-resets.ts';
import { purgeScheduleRuns } from '#/lib/alarms/schedules/purge-schedule-runs.ts';
import { reconcileDailyTotals } from '#/lib/analytics/daily-totals/reconcile-daily-totals.ts';
import { refreshDailyTotals } from '#/lib/analytics/daily-totals/refresh-daily-totals.ts';
import { expireExports } from '#/lib/analytics/exports/expire-exports.ts';
import { pruneMinutes } from '#/lib/analytics/minutes/prune-minutes.ts';
import { pruneIdempotencyKeys } from '#/lib/api/idempotency/prune-idempotency-keys.ts';
import { purgeConsumedEvents } from '#/lib/bridge/consuming/purge-consumed-events.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { log } from '#/lib/core/log.ts';
import { mayFire } from '#/lib/engine/hold/hold-query.ts';
import { dropOldPartitions, ensurePartitions } from '#/lib/engine/partitions/keep-partitions.ts';
import { pruneAlarms } from '#/lib/engine/retention/prune-alarms.ts';
import { cutOldEvents } from '#/lib/feed/retention/cut-old-events.ts';
import {
  ABORT_ABANDONED_DELIVERIES,
  CUT_OLD_EVENTS,
  DISABLE_FAILING_ENDPOINTS,
  DROP_ALARM_PARTITIONS,
  EXPIRE_EXPORTS,
  FORMER_PERIODIC_JOBS,
  MAKE_ALARM_PARTITIONS,
  PAUSE_DISABLED_TIMERS,
  type PeriodicJob,
  PRUNE_ALARMS,
  PRUNE_IDEMPOTENCY_KEYS,
  PRUNE_INVITATIONS,
  PRUNE_MINUTES,
  PRUNE_NOTIFICATIONS,
  PURGE_CONSUMED_EVENTS,
  PURGE_IMPORT_DRAFTS,
  PURGE_PASSWORD_RESETS,
  PURGE_SCHEDULE_RUNS,
  PUSH_WORKLOGS,
  RECONCILE_DAILY_TOTALS,
  REFRESH_DAILY_TOTALS,
  SWEEP_CAPPED_TIMERS,
} from '#/lib/jobs/job.ts';
import { RUNS_IN_HOLD } from '#/lib/jobs/runs-in-hold.ts';
import { pruneNotifications } from '#/lib/notifications/inbox/prune-notifications.ts';
import { sweepTimers } from '#/lib/tracking/deadlines/sweep-timers.ts';
import { purgeDrafts } from '#/lib/tracking/imports/purge-drafts.ts';
import { pauseDisabled } from '#/lib/tracking/timers/pause-disabled.ts';
import { pushWorklogs } from '#/lib/tracking/worklogs/push-worklogs.ts';
import { abortAbandoned } from '#/lib/webhooks/deliveries/abort-abandoned.ts';
import { disableFailing } from '#/lib/webhooks/endpoints/disable-failing.ts';
import { guardedCalls } from '#/lib/webhooks/sending/guarded-calls.ts';

type System = Omit<Ctx, 'actor'>;

type Work = [PeriodicJob, (ctx: System) => Promise<number>];

/** Jobs that scan many rows in one statement, or wait for locks on whole tables. */
const LONG_WORK: Work[] = [
  [PRUNE_IDEMPOTENCY_KEYS, pruneIdempotencyKeys],
  [MAKE_ALARM_PARTITIONS, ensurePartitions],
  [DROP_ALARM_PARTITIONS, dropOldPartitions],
  [PRUNE_ALARMS, pruneAlarms],
  [PRUNE_INVITATIONS, pruneInvitations],
  [PURGE_PASSWORD_RESETS, purgePasswordResets],
  [PURGE_SCHEDULE_RUNS, purgeScheduleRuns],
  [PURGE_CONSUMED_EVENTS, purgeConsumedEvents],
  [PURGE_IMPORT_DRAFTS, purgeDrafts],
  [CUT_OLD_EVENTS, cutOldEvents],
  [PRUNE_MINUTES, pruneMinutes],
  [PRUNE_NOTIFICATIONS, pruneNotifications],
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
 * Registers all periodic jobs. Any number of workers may do so: pg-boss runs each occurrence once. `longCtx` has a
 * client whose statements may take minutes. While the engine is on hold, only those of `RUNS_IN_HOLD` do something.
 */
export async function registerPeriodicJobs(boss: PgBoss, ctx: System, longCtx: System): Promise<void> {
  await register(boss, ctx, WORK);
  await register(boss, longCtx, LONG_WORK);
  for (const name of FORMER_PERIODIC_JOBS) await removeFormer(boss, name);
}

/** A worker of the earlier version may still be running: it finds its queue empty. */
async function removeFormer(boss: PgBoss, name: string): Promise<void> {
  if (!(await boss.getQueue(name))) return;
  await boss.unschedule(name);
  await boss.deleteQueuedJobs(name);
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
      // Skipped: the next occurrence comes anyway. The start of a hold waits for those allowed to run here.
      if (!RUNS_IN_HOLD.includes(job.name) && !(await mayFire(ctx.db))) return;
      const count = await work(ctx);
      if (count > 0) log.info({ job: job.name, count }, 'periodic job');
    });
  }
}
