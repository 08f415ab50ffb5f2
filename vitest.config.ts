import { defineConfig } from 'vitest/config';

// The database, the server and the browser have three different time zones in tests (America/St_Johns in
// test/vitest-database.ts, this one, Pacific/Auckland in playwright.config.ts), so that no code can rely on one.
process.env.TZ = 'Asia/Kolkata';

const exclude = ['**/node_modules/**', '.next/**', '.data/**', 'e2e/**'];
const proofs = '**/*.proof.test.ts';
const shared = {
  environment: 'node' as const,
  setupFiles: ['test/vitest-setup.ts'],
  env: {
    TZ: 'Asia/Kolkata',
    LOG_LEVEL: 'silent',
    AUTH_SECRET: 'only-for-tests-only-for-tests-only',
    ALARM_ALLOWED_CIDRS: '127.0.0.0/8, ::1/128',
  },
};

export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        test: {
          ...shared,
          name: 'pure',
          include: ['**/*.test.{ts,tsx}'],
          exclude: [...exclude, '**/*.db.test.ts', proofs],
        },
      },
      {
        extends: true,
        test: {
          ...shared,
          name: 'db',
          include: ['**/*.db.test.ts'],
          exclude,
          globalSetup: ['test/vitest-database.ts'],
          // For busy machines: what hangs is found as well in a minute.
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          ...shared,
          name: 'proofs',
          include: [proofs],
          exclude,
          globalSetup: ['test/vitest-database.ts'],
          // Real processes under load, one proof after the other, once everything else is done.
          fileParallelism: false,
          sequence: { groupOrder: 1 },
          testTimeout: process.env.PROOF_SCALE === 'full' ? 1_200_000 : 120_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
  resolve: { tsconfigPaths: false },
});
