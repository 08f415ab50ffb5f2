import type pg from 'pg';
import { migrate } from '#/lib/db/migrate.ts';
import { connectionError } from '#/lib/db/migrate-errors.ts';
import { onServer } from '#/scripts/database/ensure-database.ts';
import { StartError } from '#/scripts/start-error.ts';

/** The migrations may reject this database, which is when people reset it. */
export const unmigrated = true;
/** Under a running service, streams would wait for event ids that start over, and the job queue would be missing. */
export const alone = true;

/** `npm run db:reset`: removes every table and all data, then creates the tables again, empty. */
export default async function resetDatabase(args: string[]): Promise<void> {
  const databaseUrl = process.env.DATABASE_URL ?? '';
  const { hostname, pathname } = new URL(databaseUrl);
  const loopback = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  if (!loopback && !args.includes('--yes')) {
    throw new StartError(
      `This would erase the database ${pathname.slice(1)} on ${hostname}. If that is what you want: npm run db:reset -- --yes`,
    );
  }
  try {
    await onServer(databaseUrl, removeEverything);
  } catch (error) {
    throw connectionError(error, databaseUrl);
  }
  const applied = await migrate(databaseUrl);
  console.log(`The database is empty again (${applied.length} migrations applied).`);
}

async function removeEverything(client: pg.Client): Promise<void> {
  // pg-boss keeps its tables in a schema of its own.
  await client.query('drop schema if exists pgboss cascade');
  await client.query('drop schema public cascade');
  await client.query('create schema public');
}
