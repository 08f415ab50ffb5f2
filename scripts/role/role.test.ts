import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { assertBuilt, prepareRole } from '#/scripts/role/role.ts';

const envOf = (role: Parameters<typeof prepareRole>[0], given: Record<string, string> = {}) => {
  const env = { ...given } as NodeJS.ProcessEnv;
  prepareRole(role, env);
  return env;
};

test('every role runs as in production, whatever the shell’s NODE_ENV', () => {
  expect(envOf('web', { NODE_ENV: 'development' })).toEqual({ NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' });
});

test('the bridge only consumes, whatever is set in the environment shared with workers', () => {
  expect(envOf('bridge', { BRIDGE: 'off' }).BRIDGE).toBe('only');
  expect(envOf('worker', { BRIDGE: 'off' }).BRIDGE).toBe('off');
  expect(envOf('worker').BRIDGE).toBeUndefined();
});

test('a worker that would only consume is rejected, since no process would fire alarms', () => {
  expect(() => envOf('worker', { BRIDGE: 'only' })).toThrow('Run the role bridge for that');
});

test('a missing build is reported, with the command that builds it', () => {
  const root = mkdtempSync(path.join(tmpdir(), 'role-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const make = (file: string) => {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), '');
  };
  expect(() => assertBuilt('worker', root)).toThrow(
    `lib/db/generated/client.ts is missing. Run npm run build in ${root}`,
  );
  make('lib/db/generated/client.ts');
  assertBuilt('worker', root);
  expect(() => assertBuilt('web', root)).toThrow('.next/BUILD_ID is missing');
  make('.next/BUILD_ID');
  assertBuilt('web', root);
});
