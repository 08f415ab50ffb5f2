import { setTimeout as delay } from 'node:timers/promises';
import { readMigrationSettings } from '#/lib/core/env.ts';
import { log } from '#/lib/core/log.ts';
import { migrate, withDatabase } from '#/lib/db/migrate.ts';
import { listPendingMigrations } from '#/lib/db/migrations.ts';
import { StartError } from '#/scripts/start-error.ts';

const LOOK_EVERY_MS = 1_000;
/** Indexes over large tables take long. A supervisor that restarts this begins again. */
const PATIENCE_MS = 30 * 60_000;

/** Brings the tables up to date. Safe to run concurrently. */
export async function applyMigrations(): Promise<void> {
  const { DATABASE_URL } = readMigrationSettings();
  const applied = await migrate(DATABASE_URL, {
    onApply: (migration) => log.info({ migration }, 'applying a migration'),
    onBlocked: (migration) => log.info({ migration }, 'waits for a table that is in use'),
  });
  log.info({ applied: applied.length }, 'the tables are up to date');
}

/**
 * Returns once another process has brought the tables up to date, or beyond: after a rollback the previous version
 * starts on the tables of the newer one. Changes nothing.
 */
export async function waitForMigrations(patienceMs = PATIENCE_MS): Promise<void> {
  const { DATABASE_URL } = readMigrationSettings();
  const giveUpAt = performance.now() + patienceMs;
  for (;;) {
    const pending = await withDatabase(DATABASE_URL, (client) =>
      listPendingMigrations(client, DATABASE_URL, { newerToo: true }),
    );
    if (pending.length === 0) return;
    if (performance.now() > giveUpAt) {
      throw new StartError(
        `${pending.length} migrations are not applied, the first is ${pending[0]}. Run npm run migrate, and look at what it says.`,
      );
    }
    log.info({ pending: pending.length }, 'waiting for migrations');
    await delay(LOOK_EVERY_MS);
  }
}
