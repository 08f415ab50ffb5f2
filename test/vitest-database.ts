import type { TestProject } from 'vitest/node';
import { migrate } from '#/lib/db/migrate.ts';
import { ensureDatabase } from '#/scripts/database/ensure-database.ts';
import { startTestServer } from '#/test/database-server.ts';

export type TestDatabases = { serverUrl: string; template: string };

declare module 'vitest' {
  export interface ProvidedContext {
    databases: TestDatabases;
  }
}

/** One server for the whole run and one migrated template; test files clone it (test/database.ts). */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // `npm test` brings a server that its other parts use too.
  const given = process.env.TEST_DATABASE_SERVER;
  const server = given ? null : await startTestServer();
  const serverUrl = given ?? (server as { url: (name: string) => string }).url('postgres');
  const template = 'template_migrated';
  await ensureDatabase(serverUrl, template);
  await migrate(withDatabase(serverUrl, template));
  project.provide('databases', { serverUrl, template });
  return async () => server?.stop();
}

function withDatabase(serverUrl: string, name: string): string {
  return Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href;
}
