import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { migrate } from '#/lib/db/migrate.ts';
import { buildPages } from '#/scripts/build/build-pages.ts';
import { ensureDatabase } from '#/scripts/database/ensure-database.ts';
import { freePort } from '#/scripts/free-port.ts';
import { ROOT } from '#/scripts/project.ts';
import { startBalancedService } from '#/scripts/test/balanced-service.ts';
import { findChromium, findShell } from '#/scripts/test/find-chromium.ts';
import { readOutcomes, type TestOutcome } from '#/scripts/test/outcomes.ts';
import { runShown } from '#/scripts/test/run-shown.ts';
import { type Service, startService } from '#/scripts/test/start-service.ts';
import { withCrash } from '#/scripts/test/test-run.ts';
import type { TestServer } from '#/test/database-server.ts';

/** The first owner of the service that most journeys use; e2e/ reads these from the environment. */
const OWNER = {
  E2E_EMAIL: 'owner@example.com',
  E2E_PASSWORD: 'only for tests, long enough',
  E2E_WORKSPACE: 'Journeys',
  E2E_API_KEY: 'tk_only_for_tests_0123456789abcdef',
};
const FIRST_RUN = 'first-run';

/** Projects of playwright.config.ts. Those of `prove` and `speed` are not the gate's. */
export type JourneyProject =
  | 'first-run'
  | 'journeys'
  | 'whole-browser'
  | 'prove'
  | 'prove-journeys'
  | 'prove-whole-browser'
  | 'serial'
  | 'speed';
const GATE: readonly JourneyProject[] = ['journeys', 'whole-browser'];

/** `home` holds data, logs and reports; `args` are passed on to Playwright. */
type Options = {
  home: string;
  log: (line: string) => void;
  args?: readonly string[];
  projects?: readonly JourneyProject[];
};
type Browsers = { CHROMIUM_PATH: string; CHROMIUM_SHELL_PATH: string };

let runs = 0;

export function hasJourneys(): boolean {
  const folder = path.join(ROOT, 'e2e');
  return existsSync(folder) && readdirSync(folder).some((name) => name.endsWith('.spec.ts'));
}

/**
 * Runs the Playwright journeys against real web and worker processes: the first run on an empty service of its own, and
 * in parallel the others, on one with an owner and open sign-up, of two web processes behind a balancer.
 */
export async function runJourneys(server: TestServer, options: Options): Promise<TestOutcome[]> {
  const { log, args = [], projects = GATE } = options;
  runs += 1;
  const browser = findChromium(log);
  const browsers = { CHROMIUM_PATH: browser, CHROMIUM_SHELL_PATH: findShell() ?? browser };
  await buildPages(log);
  const files = args.filter((arg) => !arg.startsWith('-'));
  const isFirst = (file: string) => file.includes(FIRST_RUN);
  const parts: Promise<TestOutcome[]>[] = [];
  if (projects === GATE && (files.length === 0 || files.some(isFirst))) {
    parts.push(withCrash(FIRST_RUN, () => firstRun(server, options, browsers)));
  }
  if (files.length === 0 || !files.every(isFirst)) {
    parts.push(withCrash('journeys', () => otherJourneys(server, { ...options, projects }, browsers)));
  }
  return (await Promise.all(parts)).flat();
}

async function firstRun(server: TestServer, { home }: Options, browsers: Browsers): Promise<TestOutcome[]> {
  // The journey is the mail server.
  const smtpPort = String(await freePort());
  const service = await serviceOn(startService, `first_run_${runs}`, server, home, {
    SMTP_URL: `smtp://127.0.0.1:${smtpPort}?ignoreTLS=true`,
    MAIL_FROM: 'timers@example.com',
  });
  try {
    // Playwright empties its report folder when it begins, and the others have already begun.
    const output = `--output=${path.join(home, FIRST_RUN)}`;
    return await playwright(home, FIRST_RUN, ['--project=first-run', output], {
      ...browsers,
      E2E_URL: service.url,
      E2E_SMTP_PORT: smtpPort,
    });
  } finally {
    await service.stop();
  }
}

async function otherJourneys(server: TestServer, options: Options, browsers: Browsers): Promise<TestOutcome[]> {
  const { home, args = [], projects = GATE } = options;
  const name = `journeys_${runs}`;
  const service = await serviceOn(startBalancedService, name, server, home, {
    BOOTSTRAP_EMAIL: OWNER.E2E_EMAIL,
    BOOTSTRAP_PASSWORD: OWNER.E2E_PASSWORD,
    BOOTSTRAP_WORKSPACE: OWNER.E2E_WORKSPACE,
    BOOTSTRAP_API_KEY: OWNER.E2E_API_KEY,
    SIGN_UP: 'open',
    // Journeys receive webhooks on loopback.
    ALARM_ALLOWED_CIDRS: '127.0.0.0/8,::1/128',
  });
  try {
    return await playwright(home, 'journeys', [...args, ...projects.map((project) => `--project=${project}`)], {
      ...OWNER,
      ...browsers,
      E2E_URL: service.url,
      E2E_DATABASE_URL: server.url(name),
    });
  } finally {
    await service.stop();
  }
}

async function playwright(
  home: string,
  name: string,
  args: string[],
  env: Record<string, string>,
): Promise<TestOutcome[]> {
  const target = path.join(home, `${name}-${runs}.jsonl`);
  const ok = await runShown('@playwright/test/cli.js', ['test', '--pass-with-no-tests', ...args], {
    ...env,
    TEST_OUTCOMES_FILE: target,
  });
  return readOutcomes(target, 'playwright', ok);
}

async function serviceOn(
  start: typeof startService,
  name: string,
  server: TestServer,
  home: string,
  settings: Record<string, string>,
): Promise<Service> {
  await ensureDatabase(server.url('postgres'), name);
  await migrate(server.url(name));
  return start(name, home, server.url(name), settings);
}
