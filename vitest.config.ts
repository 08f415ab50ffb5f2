import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { databaseTests } from './test/database-tests.ts';

// The database, the server and the browser have three different time zones in tests (America/St_Johns in
// test/vitest-database.ts, this one, Pacific/Auckland in playwright.config.ts), so that no code can rely on one.
process.env.TZ = 'Asia/Kolkata';

const { shared: sharingProcess, alone: ownProcess } = databaseTests(import.meta.dirname);
const exclude = ['**/node_modules/**', '.next/**', '.data/**', 'e2e/**'];
const proofs = '**/*.proof.test.ts';
const soak = '**/*.soak.test.ts';
const speed = '**/*.speed.test.ts';
/** The tests of who is let in, streams, limits and idempotency over HTTP; journeys do it with real processes. */
const BALANCED = [
  'lib/api/callers/authenticate.db.test.ts',
  'lib/api/idempotency/*.db.test.ts',
  'lib/api/limits/*.db.test.ts',
  'lib/api/stream/*.db.test.ts',
  'lib/feed/hub/stream-slots.db.test.ts',
];
const shared = {
  environment: 'node' as const,
  setupFiles: ['test/vitest-setup.ts'],
  // For busy machines: what hangs is found as well in a minute.
  testTimeout: 60_000,
  hookTimeout: 60_000,
  env: {
    TZ: 'Asia/Kolkata',
    LOG_LEVEL: 'silent',
    AUTH_SECRET: 'only-for-tests-only-for-tests-only',
    ALARM_ALLOWED_CIDRS: '127.0.0.0/8, ::1/128',
  },
};

/** Real processes under load have the machine to themselves, file by file. */
const oneByOne = {
  exclude,
  globalSetup: ['test/vitest-database.ts'],
  fileParallelism: false,
  sequence: { groupOrder: 1 },
  testTimeout: process.env.PROOF_SCALE === 'full' ? 1_200_000 : 600_000,
  hookTimeout: 120_000,
};

export default defineConfig({
  test: {
    // Much of a test's time is the database's, or a wait for what is due: four at a time even where there are two cores,
    // for which vitest takes one.
    maxWorkers: Math.max(4, availableParallelism() - 1),
    projects: [
      {
        extends: true,
        test: {
          ...shared,
          name: 'pure',
          // They leave nothing behind, so a file need not read all modules anew.
          isolate: false,
          include: ['**/*.test.{ts,tsx}'],
          exclude: [...exclude, '**/*.db.test.ts', proofs, soak, speed],
        },
      },
      {
        extends: true,
        test: {
          ...shared,
          name: 'db',
          // Each file has a database of its own, but not its modules: to load them anew is a third of the work.
          isolate: false,
          include: sharingProcess,
          exclude,
          globalSetup: ['test/vitest-database.ts'],
        },
      },
      {
        extends: true,
        test: {
          ...shared,
          name: 'own-process',
          include: ownProcess,
          exclude,
          globalSetup: ['test/vitest-database.ts'],
        },
      },
      {
        extends: true,
        test: {
          ...shared,
          // `npm run prove`: what must hold whichever web process answers, once more with two of them that take turns.
          name: 'balanced',
          include: BALANCED,
          exclude,
          globalSetup: ['test/vitest-database.ts'],
          env: { ...shared.env, TEST_WEB_INSTANCES: '2' },
        },
      },
      {
        extends: true,
        test: {
          ...shared,
          ...oneByOne,
          // `npm run prove`: real processes under load, killed and stopped. Safety, and that it ends at all.
          name: 'proofs',
          include: [proofs],
        },
      },
      {
        extends: true,
        test: {
          ...shared,
          ...oneByOne,
          // `npm run prove -- soak --hours 3`: load, kills and replaced processes for hours.
          name: 'soak',
          include: [soak],
          testTimeout: 86_400_000,
        },
      },
      {
        extends: true,
        test: {
          ...shared,
          ...oneByOne,
          // `npm run bench -- speed`: how fast the same processes are.
          name: 'speed',
          include: [speed],
        },
      },
    ],
  },
  resolve: { tsconfigPaths: false },
});
