import type { TestProject } from 'vitest/node';
import { connect } from '#/lib/db/client.ts';
import { migrate } from '#/lib/db/migrate.ts';
import { ensurePartitions } from '#/lib/engine/partitions/keep-partitions.ts';
import { ensureDatabase, onServer } from '#/scripts/database/ensure-database.ts';
import { startTestServer } from '#/test/database-server.ts';
import { SettableClock } from '#/test/settable-clock.ts';

/** `worldTemplate` is a copy of `template` with the partitions of the days on which the clock of tests begins. */
export type TestDatabases = { serverUrl: string; template: string; worldTemplate: string };

declare module 'vitest' {
  export interface ProvidedContext {
    databases: TestDatabases;
  }
}

/** One server for the whole run, and migrated templates that test files clone (test/database.ts). */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // `npm test` provides a server that its other parts use too.
  const given = process.env.TEST_DATABASE_SERVER;
  const server = given ? null : await startTestServer();
  const serverUrl = given ?? (server as { url: (name: string) => string }).url('postgres');
  const template = 'template_migrated';
  await ensureDatabase(serverUrl, template);
  await migrate(withDatabase(serverUrl, template));
  const worldTemplate = 'template_world';
  await onServer(serverUrl, async (client) => {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [worldTemplate]);
    if (rowCount === 0) await client.query(`create database ${worldTemplate} template ${template}`);
  });
  // For the days of the settable clock; code that uses the database's own time creates those of today.
  const db = connect(withDatabase(serverUrl, worldTemplate), 1);
  await ensurePartitions({ db, clock: new SettableClock(), requestId: null });
  await db.$disconnect();
  project.provide('databases', { serverUrl, template, worldTemplate });
  return async () => server?.stop();
}

function withDatabase(serverUrl: string, name: string): string {
  return Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href;
}
