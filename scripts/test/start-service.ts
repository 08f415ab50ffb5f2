import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream, mkdirSync } from 'node:fs';
import path from 'node:path';
import { SETTING_NAMES } from '#/lib/core/env.ts';
import { freePort } from '#/scripts/free-port.ts';
import { ROOT } from '#/scripts/project.ts';
import { StartError } from '#/scripts/start-error.ts';

export type Service = { url: string; stop: () => Promise<void> };

/** Starts web and worker on a database with the same supervisor as `npm start`, and returns when they are ready. */
export async function startService(
  name: string,
  home: string,
  databaseUrl: string,
  settings: Record<string, string>,
): Promise<Service> {
  const data = path.join(home, name);
  mkdirSync(data);
  const port = String(await freePort());
  const log = path.join(home, `${name}.log`);
  const script = path.join(ROOT, 'scripts/supervisor/main.ts');
  const child = spawn(process.execPath, [script, '--no-env-file', '--data', data], {
    cwd: ROOT,
    env: { ...withoutSettings(), DRAIN_SECONDS: '0', ...settings, DATABASE_URL: databaseUrl, PORT: port },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const output = createWriteStream(log);
  child.stdout?.pipe(output);
  child.stderr?.pipe(output);
  await untilReady(child, name, log);
  return { url: `http://localhost:${port}`, stop: () => stop(child) };
}

/** A developer's own settings must not change what the tests see. */
export function withoutSettings(): NodeJS.ProcessEnv {
  const remaining = Object.entries(process.env).filter(([name]) => !SETTING_NAMES.includes(name));
  return Object.fromEntries(remaining) as NodeJS.ProcessEnv;
}

function untilReady(child: ChildProcess, name: string, log: string): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('message', () => resolve());
    child.once('exit', (code) => reject(new StartError(`The service "${name}" ended with ${code}; see ${log}.`)));
  });
}

function stop(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null) return resolve();
    child.once('exit', () => resolve());
    child.kill('SIGTERM');
  });
}
