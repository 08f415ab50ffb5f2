import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { freePort } from '#/scripts/free-port.ts';

/** `HAPROXY` names a program that is not in the path. */
const PROGRAM = process.env.HAPROXY ?? 'haproxy';

/** Debian: `apt-get install haproxy`. Optional. */
export const HAS_HAPROXY = spawnSync(PROGRAM, ['-v']).status === 0;

/**
 * HAProxy before these ports of this machine, configured as in docs/operations.md, but without its retries. Ends with
 * the test.
 */
export async function startHaproxy(ports: readonly number[]): Promise<string> {
  const home = mkdtempSync(path.join(tmpdir(), 'timer-service-haproxy-'));
  const port = await freePort();
  const file = path.join(home, 'haproxy.cfg');
  writeFileSync(file, configOf(port, ports));
  const child = spawn(PROGRAM, ['-db', '-f', file], { stdio: 'ignore' });
  const ended = once(child, 'exit');
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await ended;
    rmSync(home, { recursive: true });
  });
  return `http://127.0.0.1:${port}`;
}

function configOf(port: number, ports: readonly number[]): string {
  const servers = ports.map((one, index) => `  server s${index} 127.0.0.1:${one}`);
  return `
defaults
  mode http
  retries 0
  timeout connect 5s
  timeout client 120s
  timeout server 120s
  timeout tunnel 120s
  timeout check 10s
frontend in
  bind 127.0.0.1:${port}
  default_backend timers
backend timers
  balance roundrobin
  option httpchk GET /api/ready
  http-check expect status 200
  http-response set-header X-Served-By %s
  default-server check inter 500ms fall 1 rise 1
${servers.join('\n')}
`;
}
