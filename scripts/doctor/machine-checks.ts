import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { SETTING_NAMES, type SupervisorEnv } from '#/lib/core/env.ts';
import { signInToMailServer } from '#/lib/notifications/mail/send-mail.ts';
import { hasFreshPages } from '#/scripts/build/build-pages.ts';
import { type Finding, failed, ok, warning } from '#/scripts/doctor/finding.ts';
import { ROOT } from '#/scripts/project.ts';
import { packagesUnlikeLock } from '#/scripts/setup/install.mjs';
import { isForPeople } from '#/scripts/start-error.ts';
import { assertPortFree, assertPortsDistinct } from '#/scripts/supervisor/prepare.ts';
import { localOrigin } from '#/scripts/supervisor/processes.ts';

/**
 * How long a program on one of our ports may take to show whether it is ours: longer than a silent database delays it.
 */
const PATIENCE_MS = 6_000;
const MAX_NAMED = 5;

/** Names in `.env` that no setting has: typos that would be overlooked. `text` is the file's. */
export function checkNames(text: string): Finding {
  const given = Object.keys(parseEnv(text));
  const unknown = given.filter((name) => !SETTING_NAMES.includes(name));
  if (unknown.length === 0) return ok('settings', 'all are valid');
  return warning('settings', {
    found: `valid, but .env has ${unknown.join(', ')}, which ${unknown.length === 1 ? 'is no setting' : 'are no settings'}`,
    means: 'Nothing reads that, so the default of what was meant is in force.',
    todo: 'Compare the spelling with .env.example, or remove the line.',
  });
}

/** The settings of `.env`, once they have been parsed. */
export function checkEnvFile(file = path.join(ROOT, '.env')): Finding {
  return existsSync(file) ? checkNames(readFileSync(file, 'utf8')) : ok('settings', 'all are valid; there is no .env');
}

/** A `SettingsError` or another error for people: nothing starts with it. */
export function settingsFailed(error: Error): Finding {
  return failed('settings', {
    found: error.message.replaceAll('\n', ' '),
    means: 'No process starts with these settings.',
    todo: 'Correct them in .env or in the environment; .env.example explains each.',
  });
}

/** This Node against the version that package.json asks for. */
export function checkNode(running: string, wanted: string): Finding {
  if (running === `v${wanted}`) return ok('Node.js', `${running}, as package.json says`);
  return warning('Node.js', {
    found: `${running} instead of v${wanted}`,
    means: 'The service is tested with the version that package.json names.',
    todo: 'Start it with npm, or with node_modules/node/bin/node; in an image set NODE_VERSION.',
  });
}

/** The installed packages against package-lock.json, as `packagesUnlikeLock` lists them. */
export function checkPackages(unlike = packagesUnlikeLock({ production: true })): Finding {
  if (unlike?.length === 0) return ok('packages', 'as package-lock.json says');
  const some = unlike && `${unlike.slice(0, MAX_NAMED).join(', ')}${unlike.length > MAX_NAMED ? ' and others' : ''}`;
  return failed('packages', {
    found: some ? `${unlike.length} differ from package-lock.json: ${some}` : 'npm has no record of what is installed',
    means: 'The service runs with other code than was tested.',
    todo: 'Run npm ci in the project folder, then start again.',
  });
}

/** Whether the pages were built from these sources. */
export function checkPages(isFresh = hasFreshPages()): Finding {
  if (isFresh) return ok('pages', 'are built from these sources');
  return warning('pages', {
    found: 'not built from these sources',
    means: 'npm start builds them by itself; a web process that is started alone would serve old pages, or none.',
    todo: 'Run npm run build, then start the web processes again.',
  });
}

type Ports = Pick<SupervisorEnv, 'HOST' | 'PORT' | 'GRPC_PORT' | 'WORKER_METRICS_PORT'>;

/** Whether the ports are free, or used by this service. */
export async function checkPorts(settings: Ports): Promise<Finding[]> {
  const { HOST, PORT, GRPC_PORT, WORKER_METRICS_PORT } = settings;
  try {
    const others = assertPortsDistinct(settings);
    const isRunning = await respondsWith(`${localOrigin(settings)}/api/ready`, 'overdue_alarms');
    const web = isRunning
      ? ok('ports', `PORT ${PORT} is this service’s`)
      : await checkPort(HOST, { name: 'PORT', port: PORT, others });
    // Other ports of the web process are its own, too.
    const grpc = GRPC_PORT && !isRunning ? [await checkPort(HOST, { name: 'GRPC_PORT', port: GRPC_PORT, others })] : [];
    return [web, ...grpc, ...(await checkMetricsPort(WORKER_METRICS_PORT, others))];
  } catch (error) {
    return [portFailed(error)];
  }
}

type Wanted = { name: string; port: number; others: readonly number[] };

async function checkPort(host: string, wanted: Wanted): Promise<Finding> {
  try {
    await assertPortFree(host, wanted);
    return ok('ports', `${wanted.name} ${wanted.port} is free`);
  } catch (error) {
    return portFailed(error);
  }
}

function portFailed(error: unknown): Finding {
  if (!isForPeople(error)) throw error;
  const [found = '', ...todo] = error.message.split(/(?<=\.) /);
  return failed('ports', { found, means: 'The web process would end when it starts.', todo: todo.join(' ') });
}

async function checkMetricsPort(port: number, others: readonly number[]): Promise<Finding[]> {
  if (port === 0) return [];
  if (await respondsWith(`http://127.0.0.1:${port}/metrics`, 'timer_service_')) {
    return [ok('ports', `WORKER_METRICS_PORT ${port} is a worker’s`)];
  }
  const finding = await checkPort('127.0.0.1', { name: 'WORKER_METRICS_PORT', port, others });
  if (finding.state === 'ok') return [finding];
  return [
    warning('ports', {
      found: `WORKER_METRICS_PORT ${port} is in use by another program`,
      means: 'A worker starts, but Prometheus can’t read its metrics.',
      todo: 'Set WORKER_METRICS_PORT to a free port, or to 0 for none.',
    }),
  ];
}

async function respondsWith(url: string, text: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(PATIENCE_MS) });
    return (await response.text()).includes(text);
  } catch {
    // No server, or one that doesn't speak HTTP: whether the port is free is checked next.
    return false;
  }
}

/** Connects and signs in to the mail server, if there is one. Sends nothing. */
export async function checkMail(smtpUrl: string | undefined): Promise<Finding> {
  if (!smtpUrl) return ok('email', 'none is sent: SMTP_URL is not set');
  const { host } = new URL(smtpUrl);
  try {
    await signInToMailServer(smtpUrl);
    return ok('email', `${host} accepts this service`);
  } catch (error) {
    return failed('email', {
      found: `${host} can’t be used: ${(error as Error).message}`,
      means: 'Invitations, password resets and notifications by email wait, and are given up in the end.',
      todo: 'Correct SMTP_URL, or mend the mail server or the way to it.',
    });
  }
}
