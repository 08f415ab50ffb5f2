import { beforeAll, expect, test } from 'vitest';
import { findPoolerProblems, rejectWrongPooler } from '#/lib/db/pooler.ts';
import { freePort } from '#/scripts/free-port.ts';
import { emptyTestDatabase, testDatabase } from '#/test/database.ts';

// Behind a real pooler: `npm run prove -- proofs pooler`.

const GOOD = {
  TimeZone: 'UTC',
  lock_timeout: '5000',
  statement_timeout: '7000',
  idle_in_transaction_session_timeout: '8000',
};

let url: string;
beforeAll(async () => {
  url = (await testDatabase()).url;
});

/** The database with session settings that others set, as a pooler does. */
function pooled(settings: Record<string, string>, to = url): string {
  const address = new URL(to);
  const options = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
  // Not encoded as a form: the driver keeps a plus sign.
  address.search = `?options=${encodeURIComponent(options.join(' '))}`;
  return address.href;
}

const problems = (poolerUrl: string | undefined) =>
  findPoolerProblems({ DATABASE_URL: url, DATABASE_POOLER_URL: poolerUrl, DATABASE_TIMEOUT_MS: 8_000 });

test('a service without a pooler, or with a correct one, has no problem', async () => {
  expect(await problems(undefined)).toEqual([]);
  expect(await problems(pooled(GOOD))).toEqual([]);
});

test.each([
  [{ TimeZone: 'Asia/Tokyo' }, ['gives its sessions the time zone Asia/Tokyo, not UTC']],
  [{ lock_timeout: '0' }, ['gives its sessions lock_timeout = 0 ms, not 1 to 8000 ms']],
  [
    { statement_timeout: '8001', idle_in_transaction_session_timeout: '0' },
    [
      'gives its sessions idle_in_transaction_session_timeout = 0 ms, not 1 to 8000 ms',
      'gives its sessions statement_timeout = 8001 ms, not 1 to 8000 ms',
    ],
  ],
])('%o', async (wrong, expected) => {
  expect(await problems(pooled({ ...GOOD, ...wrong }))).toEqual(expected);
});

test('another database, or none, is reported', async () => {
  expect(await problems(pooled(GOOD, await emptyTestDatabase()))).toEqual([
    'leads to another database than DATABASE_URL',
  ]);
  expect(await problems(`postgresql://a:b@127.0.0.1:${await freePort()}/timers`)).toEqual([
    expect.stringMatching(/^can’t be used: .*ECONNREFUSED/),
  ]);
});

test('a process reports what is wrong and where the right settings are, without a password', async () => {
  const settings = { DATABASE_URL: url, DATABASE_POOLER_URL: pooled({ ...GOOD, lock_timeout: '0' }) };
  const rejected = rejectWrongPooler({ ...settings, DATABASE_TIMEOUT_MS: 8_000 });
  await expect(rejected).rejects.toThrow(
    'DATABASE_POOLER_URL gives its sessions lock_timeout = 0 ms, not 1 to 8000 ms.\nSee ops/pgbouncer/pgbouncer.ini for how it has to be set up.',
  );
});
