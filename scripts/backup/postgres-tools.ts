import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { onServer } from '#/scripts/database/ensure-database.ts';
import { StartError } from '#/scripts/start-error.ts';

/** PostgreSQL's own programs, from the package `postgresql-client`. */
export type Tool = 'pg_dump' | 'pg_restore';

const MAX_LINES = 20;

/** Fails with a message unless the tool is installed and not older than the server, whose format it has to support. */
export async function requireTool(tool: Tool, serverUrl: string): Promise<void> {
  const server = await onServer(serverUrl, async (client) => {
    const { rows } = await client.query<{ server_version: string }>('show server_version');
    return Number.parseInt(rows[0]?.server_version ?? '', 10);
  });
  const { stdout, error } = spawnSync(tool, ['--version'], { encoding: 'utf8' });
  rejectOldTool(tool, error ? null : stdout, server);
}

/** `said`: what `--version` printed; null when there is no such program. */
export function rejectOldTool(tool: Tool, said: string | null, server: number): void {
  const install = `Install the client programs of PostgreSQL ${server} or later and put them on the PATH (Debian: apt-get install postgresql-client-${server}, from apt.postgresql.org where the system's is older).`;
  if (said === null) throw new StartError(`${tool} is not on the PATH. ${install}`);
  const own = Number(/\(PostgreSQL\)\s+(\d+)/.exec(said)?.[1] ?? 0);
  if (own < server) {
    throw new StartError(`${tool} on the PATH is of PostgreSQL ${own}, the server is ${server}. ${install}`);
  }
}

/** Runs a tool on a database. The password is passed in the environment, since any user can read arguments. */
export async function runTool(tool: Tool, databaseUrl: string, args: readonly string[]): Promise<void> {
  const url = new URL(databaseUrl);
  const password = decodeURIComponent(url.password);
  url.password = '';
  const env = { ...process.env, ...(password && { PGPASSWORD: password }) };
  const child = spawn(tool, [...args, '--dbname', url.href], { env, stdio: ['ignore', 'inherit', 'pipe'] });
  const output: string[] = [];
  child.stderr.setEncoding('utf8').on('data', (text: string) => output.push(text));
  const [code] = (await once(child, 'close')) as [number | null];
  if (code === 0) return;
  const reason = output.join('').trim().split('\n').slice(-MAX_LINES).join('\n');
  throw new StartError(`${tool} failed:\n${reason || `it ended with ${code}`}`);
}
