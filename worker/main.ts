import { PgBoss } from 'pg-boss';
import { fireWakeups } from '#/lib/alarms/wakeups/fire-wakeups.ts';
import { env, SettingsError } from '#/lib/core/env.ts';
import { log } from '#/lib/core/log.ts';
import { db } from '#/lib/db/client.ts';
import { databaseClock } from '#/lib/db/database-clock.ts';
import { EngineLoop } from '#/worker/engine/engine-loop.ts';
import { HANDLERS } from '#/worker/engine/handlers.ts';
import { registerPeriodicJobs } from '#/worker/periodic.ts';

const STOP_TIMEOUT_MS = 20_000;

/** The background process: the engine for what is due at an instant, pg-boss for what is periodic. */
async function main(): Promise<void> {
  const ctx = { db: db(), clock: databaseClock, requestId: null };
  const engine = new EngineLoop(async () => {
    const nextDueAt = await fireWakeups(ctx, HANDLERS);
    return { nextDueAt, now: await ctx.clock.now(ctx.db) };
  });
  engine.start();

  const boss = new PgBoss({ connectionString: env().DATABASE_URL, max: 4 });
  boss.on('error', (error) => log.warn({ err: error }, 'job queue is in trouble; it tries again'));
  await boss.start();
  await registerPeriodicJobs(boss, ctx);
  log.info('worker is ready');

  const stop = async () => {
    await engine.stop();
    await boss.stop({ graceful: true, timeout: STOP_TIMEOUT_MS });
    await ctx.db.$disconnect();
    process.exit(0);
  };
  let stopping: Promise<void> | null = null;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => (stopping ??= stop()));
}

main().catch((error: unknown) => {
  if (error instanceof SettingsError) log.fatal(error.message);
  else log.fatal({ err: error }, 'worker could not start');
  process.exit(1);
});
