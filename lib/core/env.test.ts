import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readAlarmSettings, readEnv, readSupervisorEnv, SETTING_NAMES, SettingsError } from '#/lib/core/env.ts';
import { parseAllowList } from '#/lib/url-guard/url-guard.ts';

const enough = { DATABASE_URL: 'postgresql://me:pw@localhost:5432/timers', AUTH_SECRET: 'x'.repeat(32) };

function complaint(source: Record<string, string>): string {
  try {
    readEnv({ ...enough, ...source });
  } catch (error) {
    expect(error).toBeInstanceOf(SettingsError);
    return (error as Error).message;
  }
  return 'no complaint';
}

describe('invalid settings are named, with what to write instead', () => {
  test.each([
    ['PORT', 'eighty', 'PORT must be a whole number'],
    ['PORT', '70000', 'PORT must be from 1 to 65535'],
    ['DATABASE_URL', 'mysql://localhost/x', 'DATABASE_URL must be a Postgres address'],
    ['DATABASE_URL', 'postgresql://localhost', 'DATABASE_URL must be a Postgres address'],
    ['APP_URL', 'timers.example.com', 'APP_URL must be the address people open'],
    ['APP_URL', 'https://example.com/timers', 'without a path'],
    ['AUTH_SECRET', 'short', 'AUTH_SECRET must have at least 32 characters'],
    ['LOG_LEVEL', 'loud', 'LOG_LEVEL must be one of trace'],
    ['SIGN_UP', 'yes', 'SIGN_UP must be open or closed'],
    ['GITHUB_ID', 'abc', 'GITHUB_SECRET is not set'],
    ['BOOTSTRAP_EMAIL', 'a@example.com', 'BOOTSTRAP_PASSWORD and BOOTSTRAP_WORKSPACE are not set'],
    [
      'BOOTSTRAP_API_KEY',
      'x'.repeat(32),
      'BOOTSTRAP_EMAIL, BOOTSTRAP_PASSWORD, and BOOTSTRAP_WORKSPACE are not set. The first owner needs',
    ],
    ['BOOTSTRAP_API_KEY', 'x'.repeat(31), 'BOOTSTRAP_API_KEY must be 32 to 200 printable characters'],
    ['ALARM_RETRY_SCHEDULE', '5s, soon', 'ALARM_RETRY_SCHEDULE must be delays such as 5s,5m,1h'],
    ['ALARM_RETRY_SCHEDULE', '1s '.repeat(51), 'ALARM_RETRY_SCHEDULE must be at most 50 delays'],
    ['ALARM_LEASE_SECONDS', '15', 'ALARM_LEASE_SECONDS must be longer than ALARM_TIMEOUT_SECONDS, 15.'],
    ['ALARM_TIMEOUT_SECONDS', '30', 'ALARM_LEASE_SECONDS must be longer than ALARM_TIMEOUT_SECONDS, 30.'],
    ['ALARM_TIMEOUT_SECONDS', '0', 'ALARM_TIMEOUT_SECONDS must be from 1 to 300'],
    ['ALARM_RETENTION_DAYS', '0', 'ALARM_RETENTION_DAYS must be from 1 to 3650'],
    ['OPERATIONS_RETENTION_DAYS', '0', 'OPERATIONS_RETENTION_DAYS must be from 1 to 3650'],
    ['ALARM_MAX_SLEEP_MS', '1.5', 'ALARM_MAX_SLEEP_MS must be a whole number'],
    ['ALARM_ALLOWED_CIDRS', '10.0.0.0/8, here', 'ALARM_ALLOWED_CIDRS must be networks such as 10.1.0.0/16'],
    ['ALARM_ALLOWED_CIDRS', '10.0.0.0/33', 'ALARM_ALLOWED_CIDRS must be networks'],
    ['ALARM_ALLOWED_CIDRS', '10.1/16', 'ALARM_ALLOWED_CIDRS must be networks'],
    ['ALARM_ALLOWED_CIDRS', 'fe80::1%eth0', 'ALARM_ALLOWED_CIDRS must be networks'],
  ])('%s=%s', (name, value, expected) => {
    expect(complaint({ [name]: value })).toContain(expected);
  });

  test('invalid settings are reported all at once, one line each', () => {
    expect(complaint({ PORT: 'x', LOG_LEVEL: 'y' }).split('\n')).toHaveLength(2);
  });

  test('the web process needs a database, and the supervisor provides one', () => {
    expect(() => readEnv({ AUTH_SECRET: enough.AUTH_SECRET })).toThrow('DATABASE_URL is not set');
    expect(readSupervisorEnv({}).DATABASE_URL).toBeUndefined();
  });
});

test('an empty value counts as not set', () => {
  expect(readEnv({ ...enough, PORT: ' ', GITHUB_ID: '' })).toMatchObject({ PORT: 3000, GITHUB_ID: undefined });
});

test('alarms need no setting: ten attempts over three days, private networks closed', () => {
  expect(readAlarmSettings({})).toMatchObject({ ALARM_ALLOWED_CIDRS: '', ALARM_RETENTION_DAYS: 30 });
  const seconds = readAlarmSettings({}).ALARM_RETRY_SCHEDULE.map((ms) => ms / 1_000);
  expect(seconds).toEqual([5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400]);
});

test.each(['', '10.1.0.0/16', '127.0.0.0/8, ::1/128 192.168.1.7', 'FD12:3456::/32,::ffff:10.0.0.0/104'])(
  'networks that webhooks may reach can be written as %j',
  (text) => {
    expect(parseAllowList(readAlarmSettings({ ALARM_ALLOWED_CIDRS: text }).ALARM_ALLOWED_CIDRS)).toBeDefined();
  },
);

test.each([
  ['5s,PT1M 1h', [5_000, 60_000, 3_600_000]],
  [' 1s , 2s ', [1_000, 2_000]],
  ['5s '.repeat(50), Array(50).fill(5_000)],
])('delays between attempts can be written as %j', (text, delays) => {
  expect(readAlarmSettings({ ALARM_RETRY_SCHEDULE: text }).ALARM_RETRY_SCHEDULE).toEqual(delays);
});

test('the app’s URL is localhost at the port unless another is set', () => {
  expect(readEnv({ ...enough, PORT: '4000' }).APP_URL).toBe('http://localhost:4000');
  expect(readEnv({ ...enough, APP_URL: 'https://timers.example.com/' }).APP_URL).toBe('https://timers.example.com');
});

test('.env.example lists every setting, with a comment above, and no other', () => {
  const lines = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8').split('\n');
  const names = lines.filter((line) => /^[A-Z_]+=/.test(line)).map((line) => line.split('=')[0]);
  expect(names.sort()).toEqual([...SETTING_NAMES].sort());
  for (const [index, line] of lines.entries()) {
    if (/^[A-Z_]+=/.test(line)) expect(lines[index - 1], line).toMatch(/^#|^[A-Z_]+=/);
  }
});
