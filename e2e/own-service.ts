import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

export const OWN_KEY = 'key-of-a-service-of-its-own-0001';
export const OWN_PERSON = { email: 'owner@example.com', password: 'correct horse battery' };
const UP_TIMEOUT_MS = 90_000;

/** A service for one journey: the real supervisor with its own database in `data`. Resolves once it responds. */
export async function startOwnService(data: string, port: number, flags: string[] = []): Promise<ChildProcess> {
  const service = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', 'scripts/supervisor/main.ts', '--data', data, '--no-env-file', ...flags],
    {
      env: {
        NODE_ENV: 'production',
        PATH: process.env.PATH,
        PORT: String(port),
        BOOTSTRAP_EMAIL: OWN_PERSON.email,
        BOOTSTRAP_PASSWORD: OWN_PERSON.password,
        BOOTSTRAP_WORKSPACE: 'Acme',
        BOOTSTRAP_API_KEY: OWN_KEY,
        DRAIN_SECONDS: '0',
        TZ: 'Asia/Kolkata',
      },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    },
  );
  const lines: string[] = [];
  for (const stream of [service.stdout, service.stderr]) stream?.on('data', (chunk) => lines.push(String(chunk)));
  const timeout = AbortSignal.timeout(UP_TIMEOUT_MS);
  const ready = once(service, 'message', { signal: timeout });
  const gone = once(service, 'exit', { signal: timeout }).then(() => Promise.reject(new Error(lines.join(''))));
  await Promise.race([ready, gone]);
  gone.catch(() => {});
  return service;
}

/** Terminates it, and waits until it has exited. */
export async function endOwnService(service: ChildProcess): Promise<void> {
  service.kill('SIGTERM');
  if (service.exitCode === null && service.signalCode === null) await once(service, 'exit');
}
