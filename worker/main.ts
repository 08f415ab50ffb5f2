import { PgBoss } from 'pg-boss';
import { registerDueRuns } from '#/lib/alarms/schedules/register-runs.ts';
import { alertLimits } from '#/lib/analytics/alerts/alert-limits.ts';
import { AttemptCounter } from '#/lib/analytics/minutes/attempt-counter.ts';
import { exportOperationsMetrics } from '#/lib/analytics/minutes/export-operations-metrics.ts';
import { recordAttemptCounts } from '#/lib/analytics/minutes/record-attempt-counts.ts';
import { exportBrokerMetrics } from '#/lib/bridge/brokers/export-broker-metrics.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { SECOND_MS } from '#/lib/core/duration.ts';
import { type Env, env, SettingsError } from '#/lib/core/env.ts';
import { log } from '#/lib/core/log.ts';
import { connect, type Db, longDb } from '#/lib/db/client.ts';
import { QUEUE_CONNECTIONS } from '#/lib/db/connection-limits.ts';
import { databaseClock } from '#/lib/db/database-clock.ts';
import { CANARY_WORKSPACE } from '#/lib/engine/canary/canary.ts';
import { ensurePartitions } from '#/lib/engine/partitions/keep-partitions.ts';
import { fireWakeups } from '#/lib/engine/wakeups/fire-wakeups.ts';
import { queueConnection, readyToSend, stopSending } from '#/lib/jobs/enqueue.ts';
import { WRITE_NOTIFICATION } from '#/lib/jobs/notification-job.ts';
import { Bridge } from '#/worker/bridge/bridge.ts';
import { createAlarmEngine } from '#/worker/engine/alarm-engine.ts';
import { EngineLoop } from '#/worker/engine/engine-loop.ts';
import { HANDLERS } from '#/worker/engine/handlers.ts';
import { watchFiring } from '#/worker/engine/watch-firing.ts';
import { workOnPasswordResets } from '#/worker/handlers/mail-password-reset.ts';
import { workOnImports } from '#/worker/handlers/run-import.ts';
import { workOnMail } from '#/worker/handlers/send-mail.ts';
import { workOnPush } from '#/worker/handlers/send-push.ts';
import { workOnExports } from '#/worker/handlers/write-export.ts';
import { workOnNotifications } from '#/worker/handlers/write-notification.ts';
import { Heartbeat } from '#/worker/heartbeat.ts';
import { registerPeriodicJobs } from '#/worker/periodic.ts';
import { createPulse } from '#/worker/pulse.ts';
import { serveMetrics } from '#/worker/serve-metrics.ts';

/** Runs of schedules are registered two minutes ahead: a worker may miss some passes. */
const REGISTER_EVERY_MS = 10_000;
/** A webhook takes 15 s at most; attempts that take longer than this are aborted, and retried by another worker. */
const DRAIN_MS = 25_000;
const LAST_RESORT_MS = 29_000;

type System = Omit<Ctx, 'actor'>;

/** The background process: with `BRIDGE=only` only the bridge, otherwise everything. */
async function main(): Promise<void> {
  const settings = env();
  // Bypasses the pooler, so that alarms leave on time while it is down.
  const db = connect(settings.DATABASE_URL, settings.DATABASE_POOL, { timeoutMs: settings.DATABASE_TIMEOUT_MS });
  const ctx = { db, clock: databaseClock, requestId: null };
  await ensurePartitions(ctx);
  if (settings.BRIDGE === 'only') runBridge(ctx, settings);
  else await runWorker(ctx, settings);
  log.info({ bridge: settings.BRIDGE }, 'worker is ready');
}

/** Consumes from message brokers. Other workers have to fire alarms and run jobs then. */
function runBridge(ctx: System, settings: Env): void {
  const metricsServer = serveMetrics(settings);
  exportBrokerMetrics(ctx);
  const bridge = createBridge(ctx, settings);
  stopOnSignals(async () => {
    await bridge.stop().catch((error: unknown) => log.warn({ err: error }, 'did not end cleanly'));
    metricsServer?.close();
    await disconnect([ctx.db]);
  });
  bridge.start();
}

/** The engine for what is due at an instant, pg-boss for what is periodic, and the bridge unless it is off. */
async function runWorker(ctx: System, settings: Env): Promise<void> {
  const longCtx = { ...ctx, db: longDb() };
  const wakeups = new EngineLoop(async () => {
    const nextDueAt = await fireWakeups(ctx, HANDLERS);
    return nextDueAt ? nextDueAt.getTime() - (await ctx.clock.now(ctx.db)).getTime() : Number.POSITIVE_INFINITY;
  }, settings.ALARM_MAX_SLEEP_MS);
  const schedules = new EngineLoop(async () => {
    await registerDueRuns(ctx);
    return REGISTER_EVERY_MS;
  }, REGISTER_EVERY_MS);
  const tally = new AttemptCounter();
  const alarms = createAlarmEngine({
    ...ctx,
    connectionString: settings.DATABASE_URL,
    watch: watchFiring(ctx.db, tally),
    source: settings.APP_URL,
    onDueSoon: (ms) => wakeups.scheduleWake(ms),
  });
  exportOperationsMetrics(ctx, CANARY_WORKSPACE);
  exportBrokerMetrics(ctx);
  const metricsServer = serveMetrics(settings);
  const boss = new PgBoss({
    ...queueConnection(settings.DATABASE_URL, settings.DATABASE_TIMEOUT_MS),
    max: QUEUE_CONNECTIONS,
  });
  const heartbeat = new Heartbeat(ctx, alarms.clockOffsetMs);
  const pulse = createPulse(ctx, { tally, limits: alertLimits(settings) });
  const bridge = settings.BRIDGE === 'on' ? createBridge(ctx, settings) : null;
  boss.on('error', (error) => log.warn({ err: error }, 'job queue failed; it retries'));

  const signals = stopOnSignals(async () => {
    const ends = [
      Promise.allSettled([alarms.stop(DRAIN_MS), pulse.stop()]).then(() => recordAttemptCounts(ctx, tally)),
      wakeups.stop(),
      schedules.stop(),
      boss.stop({ graceful: true, timeout: DRAIN_MS }),
      heartbeat.stop(),
      bridge?.stop(),
    ];
    for (const end of await Promise.allSettled(ends)) {
      if (end.status === 'rejected') log.warn({ err: end.reason }, 'did not end cleanly');
    }
    metricsServer?.close();
    await disconnect([ctx.db, longCtx.db]);
  });

  // The engine last: from here on a worker holds alarms that others would wait for, and must be able to shut down
  // gracefully.
  await boss.start();
  await registerPeriodicJobs(boss, ctx, longCtx);
  await workOnMail(boss, ctx);
  await workOnPasswordResets(boss, ctx);
  await workOnNotifications(boss, ctx);
  await workOnPush(boss, ctx);
  await workOnImports(boss, longCtx);
  await workOnExports(boss, longCtx);
  // The engine notifies people within milliseconds of an alarm's instant.
  await readyToSend(ctx.db, WRITE_NOTIFICATION);
  if (signals.isStopping) return;
  await alarms.start();
  wakeups.start();
  schedules.start();
  await heartbeat.start();
  pulse.start();
  bridge?.start();
}

function createBridge(ctx: System, { APP_URL, ALARM_LEASE_SECONDS }: Env): Bridge {
  return new Bridge(ctx, { source: APP_URL, leaseMs: ALARM_LEASE_SECONDS * SECOND_MS });
}

/** On a signal, runs `end` once and then exits. */
function stopOnSignals(end: () => Promise<void>): { readonly isStopping: boolean } {
  const signals = { isStopping: false };
  const stop = async () => {
    if (signals.isStopping) return;
    signals.isStopping = true;
    // A database that does not respond must not keep the process alive forever: its claims are reclaimed.
    setTimeout(() => process.exit(1), LAST_RESORT_MS).unref();
    await end();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop);
  return signals;
}

async function disconnect(clients: readonly Db[]): Promise<void> {
  for (const client of clients) {
    await stopSending(client);
    await client.$disconnect();
  }
}

main().catch((error: unknown) => {
  if (error instanceof SettingsError) log.fatal(error.message);
  else log.fatal({ err: error }, 'worker could not start');
  process.exit(1);
});
