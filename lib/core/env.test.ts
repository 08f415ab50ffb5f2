import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readEnv, readSupervisorEnv, SETTING_NAMES, SettingsError } from '#/lib/core/env.ts';

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

describe('settings that are wrong are named, with what to write instead', () => {
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
    ['BOOTSTRAP_EMAIL', 'a@example.com', 'BOOTSTRAP_PASSWORD and BOOTSTRAP_WORKSPACE is not set'],
    ['BOOTSTRAP_API_KEY', 'tk_0123456789', 'The first owner needs'],
  ])('%s=%s', (name, value, expected) => {
    expect(complaint({ [name]: value })).toContain(expected);
  });

  test('all of them at once, one line each', () => {
    expect(complaint({ PORT: 'x', LOG_LEVEL: 'y' }).split('\n')).toHaveLength(2);
  });

  test('the web process needs a database, the supervisor brings one', () => {
    expect(() => readEnv({ AUTH_SECRET: enough.AUTH_SECRET })).toThrow('DATABASE_URL is not set');
    expect(readSupervisorEnv({}).DATABASE_URL).toBeUndefined();
  });
});

test('an empty value counts as not set', () => {
  expect(readEnv({ ...enough, PORT: ' ', GITHUB_ID: '' })).toMatchObject({ PORT: 3000, GITHUB_ID: undefined });
});

test('people open localhost at the port unless another address is given', () => {
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
