import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { migrate } from '#/lib/db/migrate.ts';
import { buildPages } from '#/scripts/build/build-pages.ts';
import { ensureDatabase } from '#/scripts/database/ensure-database.ts';
import { ROOT } from '#/scripts/project.ts';
import { startBalancedService } from '#/scripts/test/balanced-service.ts';
import { type Counts, playwrightCounts } from '#/scripts/test/counts.ts';
import { findChromium, findShell } from '#/scripts/test/find-chromium.ts';
import { runShown } from '#/scripts/test/run-shown.ts';
import { type Service, startService } from '#/scripts/test/start-service.ts';
import type { TestServer } from '#/test/database-server.ts';

/** The first owner of the service that most journeys use; e2e/ reads these from the environment. */
const OWNER = {
  E2E_EMAIL: 'owner@example.com',
  E2E_PASSWORD: 'only for tests, long enough',
  E2E_WORKSPACE: 'Journeys',
  E2E_API_KEY: 'tk_only_for_tests_0123456789abcdef',
};

/** `home` holds data, logs and reports; `filter` is passed on to Playwright. */
type Options = { home: string; filter: string[]; say: (line: string) => void };

export function hasJourneys(): boolean {
  const folder = path.join(ROOT, 'e2e');
  return existsSync(folder) && readdirSync(folder).some((name) => name.endsWith('.spec.ts'));
}

/**
 * Runs the Playwright journeys against real web and worker processes: one service with an owner and open sign-up, of two
 * web processes behind a balancer (E2E_URL), and an empty one for the first run (E2E_FIRST_RUN_URL).
 */
export async function runJourneys(server: TestServer, options: Options): Promise<Counts> {
  const { home, filter, say } = options;
  const browser = findChromium(say);
  const shell = findShell() ?? browser;
  await buildPages(say);
  const services: Service[] = [];
  try {
    const main = await serviceOn(startBalancedService, 'journeys', server, home, {
      BOOTSTRAP_EMAIL: OWNER.E2E_EMAIL,
      BOOTSTRAP_PASSWORD: OWNER.E2E_PASSWORD,
      BOOTSTRAP_WORKSPACE: OWNER.E2E_WORKSPACE,
      BOOTSTRAP_API_KEY: OWNER.E2E_API_KEY,
      SIGN_UP: 'open',
      // Journeys receive webhooks on loopback.
      ALARM_ALLOWED_CIDRS: '127.0.0.0/8,::1/128',
    });
    services.push(main);
    const firstRun = await serviceOn(startService, 'first_run', server, home, {});
    services.push(firstRun);
    const report = path.join(home, 'playwright.json');
    const ok = await runShown('@playwright/test/cli.js', ['test', ...filter], {
      ...OWNER,
      CHROMIUM_PATH: browser,
      CHROMIUM_SHELL_PATH: shell,
      E2E_URL: main.url,
      E2E_FIRST_RUN_URL: firstRun.url,
      E2E_DATABASE_URL: server.url('journeys'),
      PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    });
    return playwrightCounts(report, ok);
  } finally {
    await Promise.all(services.map((service) => service.stop()));
  }
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
