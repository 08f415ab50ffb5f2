import { defineConfig } from '@playwright/test';

// `npm test` starts the services and sets these; by hand, the journeys use the one that `npm start` runs.
const url = process.env.E2E_URL ?? 'http://localhost:3000';
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
/** What only a whole browser does: to install a page, to show messages. */
const WHOLE = ['install.spec.ts', 'push.spec.ts'];
/** What starts, kills or freezes processes of its own, one after the other: `npm run prove`. */
const SERIAL = ['kill.spec.ts', 'frozen-laptop.spec.ts', 'dev.spec.ts'];
/** Every screen in every state, as pictures beside the design, and journeys that take long: `npm run prove`. */
const PROVE = ['every-screen*.spec.ts', 'prove/*.spec.ts'];
/** Single journeys of the gate's files that `npm run prove` runs instead: `test('…', { tag: '@prove' }, …)`. */
const PROVE_TAG = /@prove/;
/** What measures: `npm run bench -- journeys`. */
const SPEED = 'speed/*.spec.ts';
const NO_JOURNEYS = ['first-run.spec.ts', ...WHOLE, ...SERIAL, ...PROVE, SPEED];
const wholeBrowser = { launchOptions: { executablePath: browser, args } };
/** `npm test` collects what became of each journey (scripts/test/outcomes.ts). */
const reporters = process.env.TEST_OUTCOMES_FILE ? [['./scripts/test/reporters/playwright-outcomes.ts'] as const] : [];

export default defineConfig({
  testDir: 'e2e',
  fullyParallel: true,
  // Two cores are busy with two of them for four fifths of the time: a journey also waits, for what is due or fades.
  workers: 3,
  // Machines are noisy: what fails must fail for a reason, not for a slow minute.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list'], ...reporters],
  use: {
    baseURL: url,
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
    { name: 'first-run', testMatch: 'first-run.spec.ts' },
    { name: 'journeys', testIgnore: NO_JOURNEYS, grepInvert: PROVE_TAG },
    { name: 'whole-browser', testMatch: WHOLE, grepInvert: PROVE_TAG, use: wholeBrowser },
    { name: 'prove', testMatch: PROVE },
    // With those of the gate, since they look at more there (test/scale.ts).
    { name: 'prove-journeys', testIgnore: NO_JOURNEYS },
    { name: 'prove-whole-browser', testMatch: WHOLE, use: wholeBrowser },
    { name: 'serial', testMatch: SERIAL, workers: 1 },
    { name: 'speed', testMatch: SPEED, workers: 1, use: wholeBrowser },
  ],
});
