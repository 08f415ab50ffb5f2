import { parseArgs } from 'node:util';
import { NewerTablesError } from '#/lib/db/migrate-errors.ts';
import { assertBuilt, NEWER_TABLES_CODE, prepareRole, ROLES, type Role } from '#/scripts/role/role.ts';
import { applyMigrations, waitForMigrations } from '#/scripts/role/run-migrations.ts';
import { isForPeople, StartError } from '#/scripts/start-error.ts';
import { readEnvFile } from '#/scripts/supervisor/prepare.ts';

// `npm run start:web`, `start:worker`, `start:bridge` and `migrate`: one of the processes that `npm start` starts,
// alone and in this same process, so that it receives a supervisor's signals. Writes nothing to the project's folder.

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    // For migrate: another process applies them, and this one returns once they are applied.
    wait: { type: 'boolean', default: false },
    'no-env-file': { type: 'boolean', default: false },
  },
});

try {
  const role = ROLES.find((one) => one === positionals[0]);
  if (!role) throw new StartError(`Name what to run: node scripts/role.mjs ${ROLES.join(', ')}.`);
  if (!flags['no-env-file']) readEnvFile();
  await run(role);
} catch (error) {
  console.error(`\n${isForPeople(error) ? error.message : ((error as Error).stack ?? error)}\n`);
  process.exit(error instanceof NewerTablesError ? NEWER_TABLES_CODE : 1);
}

async function run(role: Role): Promise<void> {
  prepareRole(role, process.env);
  if (role === 'migrate') await (flags.wait ? waitForMigrations() : applyMigrations());
  else {
    assertBuilt(role);
    await import(role === 'web' ? '#/server/main.ts' : '#/worker/main.ts');
  }
}
