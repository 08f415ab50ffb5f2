import { defineConfig } from '@playwright/test';

// `npm test` starts the services and sets these; by hand, the journeys use the one that `npm start` runs.
const url = process.env.E2E_URL ?? 'http://localhost:3000';
const firstRunUrl = process.env.E2E_FIRST_RUN_URL ?? url;
const report = process.env.PLAYWRIGHT_JSON_OUTPUT_FILE;

export default defineConfig({
  testDir: 'e2e',
  fullyParallel: true,
  workers: 2,
  // Machines are noisy: what fails must fail for a reason, not for a slow minute.
  timeout: 90_000,
  expect: { timeout: 15_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: report ? [['list'], ['json', { outputFile: report }]] : [['list']],
  use: {
    // The third zone of the tests, beside the server's and the database's (vitest.config.ts).
    timezoneId: 'Pacific/Auckland',
    locale: 'en-GB',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  projects: [
    // Needs a service without any account, so it has one of its own.
    { name: 'first-run', testMatch: 'first-run.spec.ts', use: { baseURL: firstRunUrl } },
    { name: 'journeys', testIgnore: 'first-run.spec.ts', use: { baseURL: url } },
  ],
});
