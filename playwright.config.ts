import { defineConfig } from '@playwright/test';

// `npm test` starts the services and sets these; by hand, the journeys use the one that `npm start` runs.
const url = process.env.E2E_URL ?? 'http://localhost:3000';
const firstRunUrl = process.env.E2E_FIRST_RUN_URL ?? url;
const browser = process.env.CHROMIUM_PATH;
const shell = process.env.CHROMIUM_SHELL_PATH ?? browser;
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
/** What only a whole browser does: to install a page, to show messages; and what is measured as people see it. */
const WHOLE = ['install.spec.ts', 'lighthouse.spec.ts', 'notifications.spec.ts', 'push.spec.ts'];
const report = process.env.PLAYWRIGHT_JSON_OUTPUT_FILE;

export default defineConfig({
  testDir: 'e2e',
  fullyParallel: true,
  workers: 2,
  // Machines are noisy: what fails must fail for a reason, not for a slow minute.
  timeout: 180_000,
  expect: { timeout: 15_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: report ? [['list'], ['json', { outputFile: report }]] : [['list']],
  use: {
    // The third zone of the tests, beside the server's and the database's (vitest.config.ts).
    timezoneId: 'Pacific/Auckland',
    locale: 'en-GB',
    // A worker of the page would answer before page.route hears; install.spec.ts lets it in.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: shell, args },
  },
  projects: [
    // Needs a service without any account, so it has one of its own.
    { name: 'first-run', testMatch: 'first-run.spec.ts', use: { baseURL: firstRunUrl } },
    { name: 'journeys', testIgnore: ['first-run.spec.ts', ...WHOLE], use: { baseURL: url } },
    {
      name: 'whole-browser',
      testMatch: WHOLE,
      use: { baseURL: url, launchOptions: { executablePath: browser, args } },
    },
  ],
});
