import { ROLES, type Role } from '#/scripts/role/role.ts';

const [WEB_PORT, METRICS_PORT] = [3_000, 3_001];
const EVERY_ADDRESS = ['0.0.0.0', '::'];
const LOOPBACK = '127.0.0.1';

type Settings = Partial<Record<'HOST' | 'PORT' | 'WORKER_METRICS_HOST' | 'WORKER_METRICS_PORT', string>>;

/**
 * The role of a container, by the command of its first process in `/proc/1/cmdline`, with or without an init in front.
 * A web process may have none: Next.js overwrites it with its own title.
 */
export function roleOfCommand(command: string): Role {
  const named = /scripts\/role\.mjs\0(\w+)/.exec(command)?.[1];
  return ROLES.find((role) => role === named) ?? 'web';
}

/** The URL on this machine that checks whether a process is alive; null if there is none. */
export function healthUrl(role: Role, env: Settings): string | null {
  if (role === 'migrate') return null;
  if (role === 'web') return `http://${reachable(env.HOST)}:${env.PORT || WEB_PORT}/api/health`;
  const port = env.WORKER_METRICS_PORT || METRICS_PORT;
  return Number(port) === 0 ? null : `http://${reachable(env.WORKER_METRICS_HOST)}:${port}/health`;
}

/** Never rejects. */
export async function isHealthy(url: string, timeoutMs: number): Promise<boolean> {
  return fetch(url, { signal: AbortSignal.timeout(timeoutMs) }).then(
    ({ ok }) => ok,
    () => false,
  );
}

function reachable(host: string | undefined): string {
  if (!host || EVERY_ADDRESS.includes(host)) return LOOPBACK;
  return host.includes(':') ? `[${host}]` : host;
}
