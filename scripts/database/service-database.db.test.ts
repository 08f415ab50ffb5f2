import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { onServer } from '#/scripts/database/ensure-database.ts';
import { openServiceDatabase, type ServiceDatabase } from '#/scripts/database/service-database.ts';
import { eventually } from '#/test/eventually.ts';

let dataFolder: string;
let database: ServiceDatabase;
let logged: string[];

beforeEach(async () => {
  dataFolder = mkdtempSync(path.join(tmpdir(), 'service-database-'));
  // As root, Postgres runs as another user, which needs access.
  chmodSync(dataFolder, 0o711);
  logged = [];
  database = await openServiceDatabase({ dataFolder, password: 'only-for-tests', log: (line) => logged.push(line) });
});
afterEach(async () => {
  await database.stop();
  rmSync(dataFolder, { recursive: true, force: true });
});

/** Process id of the server on the folder, by the file it removes on a clean stop; null when there is none. */
function serverPid(): number | null {
  const file = path.join(dataFolder, 'postgres/postmaster.pid');
  return existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : null;
}

test('a killed database is restarted at the same address', async () => {
  process.kill(serverPid()!, 'SIGKILL');
  await eventually(() => expect(logged).toContain('the database is back'));
  const { rows } = await onServer(database.url, (client) => client.query('select 1 as one'));
  expect(rows).toEqual([{ one: 1 }]);
});

test('a stop while a killed database is being restarted leaves no server behind', async () => {
  const killed = serverPid()!;
  process.kill(killed, 'SIGKILL');
  await eventually(() => expect(serverPid()).not.toBe(killed));
  await database.stop();
  expect(serverPid()).toBeNull();
});
