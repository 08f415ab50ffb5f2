import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { readSupervisorEnv, type SupervisorEnv } from '#/lib/core/env.ts';
import packageJson from '#/package.json' with { type: 'json' };
import { type Finding, failed, formatFindings, stateOf, warning } from '#/scripts/doctor/finding.ts';
import {
  checkEnvFile,
  checkMail,
  checkNode,
  checkPackages,
  checkPages,
  checkPorts,
  settingsFailed,
} from '#/scripts/doctor/machine-checks.ts';
import { DATA_FOLDER, ROOT } from '#/scripts/project.ts';
import { isForPeople } from '#/scripts/start-error.ts';
import { findHolder } from '#/scripts/supervisor/folder-lock.ts';
import { readEnvFile } from '#/scripts/supervisor/prepare.ts';

// `npm run doctor`: checks settings, versions, ports and the database, and says in plain words what is wrong and what
// to do. It starts nothing and changes nothing. Exit code 1 when a check failed; warnings leave it 0.

const count = (text: string) => Number.parseInt(text, 10);

const { values: flags } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    // How many processes of each role there are, or will be.
    web: { type: 'string', default: '1' },
    worker: { type: 'string', default: '1' },
    bridge: { type: 'string', default: '0' },
    // For tests: another folder than .data, and nothing from .env.
    data: { type: 'string', default: DATA_FOLDER },
    'no-env-file': { type: 'boolean', default: false },
  },
});

const findings = await examine();
const state = stateOf(findings);
console.log(flags.json ? JSON.stringify({ state, checks: findings }, null, 2) : formatFindings(findings));
process.exit(state === 'failed' ? 1 : 0);

async function examine(): Promise<Finding[]> {
  const versions = [checkNode(process.version, packageJson.dependencies.node), checkPackages(), checkPages()];
  const settings = parseSettings();
  if (settings instanceof Error) return [settingsFailed(settings), ...versions];
  const env = flags['no-env-file'] ? [] : [checkEnvFile()];
  const here = [...env, ...versions, ...(await checkPorts(settings)), await checkMail(settings.SMTP_URL)];
  return [...here, ...(await examineDatabase(settings))];
}

function parseSettings(): SupervisorEnv | Error {
  try {
    if (!flags['no-env-file']) readEnvFile();
    return readSupervisorEnv();
  } catch (error) {
    if (isForPeople(error)) return error;
    throw error;
  }
}

async function examineDatabase(settings: SupervisorEnv): Promise<Finding[]> {
  const databaseUrl = settings.DATABASE_URL ?? (await findHolder(flags.data))?.databaseUrl;
  if (!databaseUrl) return [notRunning()];
  if (!existsSync(path.join(ROOT, 'lib/db/generated/client.ts'))) return [noClient()];
  // Logs of the parts are not for readers of this output.
  process.env.LOG_LEVEL = 'silent';
  const { checkDatabase } = await import('#/scripts/doctor/check-database.ts');
  const processes = { web: count(flags.web), worker: count(flags.worker), bridge: count(flags.bridge) };
  return checkDatabase({ databaseUrl, settings, processes });
}

function notRunning(): Finding {
  return warning('database', {
    found: 'DATABASE_URL is not set, and npm start does not run in this folder',
    means: 'The database of this folder runs only while npm start does, so it was not checked.',
    todo: 'Run this again while npm start runs, or set DATABASE_URL.',
  });
}

function noClient(): Finding {
  return failed('database', {
    found: 'the database client is not generated',
    means: 'No process starts without it. The database was not checked.',
    todo: 'Run npm run build, then run this again.',
  });
}
