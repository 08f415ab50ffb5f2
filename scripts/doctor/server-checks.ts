import { SECOND_MS } from '#/lib/core/duration.ts';
import { type Micros, MS_US } from '#/lib/core/micros.ts';
import { mostConnections, type ProcessRole } from '#/lib/db/connection-limits.ts';
import { DatabaseTime } from '#/lib/engine/time/database-time.ts';
import type { Inspection } from '#/scripts/doctor/check-database.ts';
import { type Finding, failed, ok, warning } from '#/scripts/doctor/finding.ts';

/** Of this many samples the best counts: the one with the fastest response. */
const READINGS = 5;
/** Beyond this, logs of two machines can't be compared. */
const CLOCK_OFF_MS = SECOND_MS;
/** The fraction that must stay free. */
const SPARE_CONNECTIONS = 0.1;
const [LITTLE_SPACE, MIN_SPACE] = [0.15, 0.05];
const GB = 1e9;
const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\]|)$/;

/** This machine's clock against the database's, which is the one that counts. */
export async function checkClocks({ client }: Pick<Inspection, 'client'>): Promise<Finding> {
  const time = new DatabaseTime();
  const read = async () => {
    const { rows } = await client.query<{ nowUs: Micros }>(
      'select (extract(epoch from clock_timestamp()) * 1000000)::float8 as "nowUs"',
    );
    return rows[0] as { nowUs: Micros };
  };
  for (let reading = 0; reading < READINGS; reading++) await time.measure(read);
  const offsetMs = performance.timeOrigin + performance.now() - time.nowUs() / MS_US;
  return clockFinding(offsetMs, time.uncertaintyMs);
}

/** `offsetMs`: this clock minus the database's, too large by `uncertaintyMs` at most. */
export function clockFinding(offsetMs: number, uncertaintyMs: number): Finding {
  const by = `${Math.abs(Math.round(offsetMs))} ms ${offsetMs < 0 ? 'behind' : 'ahead of'}`;
  const found = `this machine’s clock is ${by} the database’s, known to ${Math.max(1, Math.ceil(uncertaintyMs))} ms`;
  if (Math.abs(offsetMs) - uncertaintyMs <= CLOCK_OFF_MS) return ok('clocks', found);
  return warning('clocks', {
    found,
    means:
      'Timers and alarms go by the database’s clock alone and are not affected. Logs of this machine, and certificates and signatures that others check, are.',
    todo: 'Let both machines follow the same time servers (NTP), and see docs/operations.md, Clocks.',
  });
}

type Limits = { most: number; reserved: number; database: number; role: number; used: number };

/** The most connections that the configured processes open, compared with the server's limit. */
export async function checkConnections({
  client,
  settings,
  processes,
}: Pick<Inspection, 'client' | 'settings' | 'processes'>): Promise<Finding> {
  const { rows } = await client.query<Limits>(`
    select current_setting('max_connections')::int as most,
           current_setting('superuser_reserved_connections')::int
             + coalesce(current_setting('reserved_connections', true), '0')::int as reserved,
           (select datconnlimit from pg_database where datname = current_database()) as database,
           (select rolconnlimit from pg_roles where rolname = current_user) as role,
           (select count(*)::int from pg_stat_activity where backend_type = 'client backend'
             and application_name not like 'timer-service %' and pid <> pg_backend_pid()) as used`);
  const { most, reserved, database, role, used } = rows[0] as Limits;
  const own = [database, role].filter((limit) => limit >= 0);
  const granted = Math.min(most - reserved - used, ...own);
  const roles = Object.entries(processes).filter(([, count]) => count > 0) as [ProcessRole, number][];
  const needed = roles.reduce((sum, [name, count]) => sum + count * mostConnections(name, settings), 0);
  const parts = roles.map(([name, count]) => `${count} ${name} (${mostConnections(name, settings)} each)`).join(', ');
  const rest = settings.DATABASE_POOLER_URL ? 'them and the pooler' : 'them';
  const found = `${parts} open up to ${needed} of ${granted} that are left to ${rest} (max_connections ${most})`;
  if (needed <= granted * (1 - SPARE_CONNECTIONS)) return ok('connections', found);
  const trouble = {
    found,
    means: 'Under load new connections are rejected: requests fail with 503, and alarms are late.',
    todo: 'Raise max_connections, or lower DATABASE_POOL, DATABASE_READ_POOL and DATABASE_REPORT_POOL. Not these processes? npm run doctor -- --web 2 --worker 2 --bridge 0',
  };
  return needed > granted ? failed('connections', trouble) : warning('connections', trouble);
}

/** The free space of the data folder, if it is on this machine and this role may see its path. */
export async function checkDisk({
  client,
  databaseUrl,
  spaceOf,
}: Pick<Inspection, 'client' | 'databaseUrl' | 'spaceOf'>): Promise<Finding> {
  const { rows } = await client.query<{ bytes: string; folder: string | null }>(`
    select pg_database_size(current_database()) as bytes,
           (select setting from pg_settings where name = 'data_directory') as folder`);
  const { bytes, folder } = rows[0] as { bytes: string; folder: string | null };
  const size = `the database takes ${gigabytes(Number(bytes))}`;
  const isHere = LOOPBACK.test(new URL(databaseUrl).hostname);
  const space = isHere && folder ? await spaceOf(folder).catch(() => null) : null;
  if (!space) return unseen(size, isHere ? 'this role or this machine does not see its folder' : 'it is elsewhere');
  const found = `${size}; ${gigabytes(space.free)} of ${gigabytes(space.total)} are free in ${folder}`;
  const part = space.free / space.total;
  if (part >= LITTLE_SPACE) return ok('disk', found);
  const trouble = {
    found,
    means: 'When it is full, PostgreSQL stops: nothing is recorded and nothing fires.',
    todo: 'Free or add space. See docs/operations.md for what grows: ALARM_RETENTION_DAYS, FEED_RETENTION_DAYS.',
  };
  return part < MIN_SPACE ? failed('disk', trouble) : warning('disk', trouble);
}

function unseen(size: string, why: string): Finding {
  return warning('disk', {
    found: `${size}; the free space can’t be seen: ${why}`,
    means: 'A full disk stops the database, and this check can’t warn of it.',
    todo: 'Let the monitoring of the database server watch its free space.',
  });
}

function gigabytes(bytes: number): string {
  return `${(bytes / GB).toFixed(bytes < 10 * GB ? 2 : 0)} GB`;
}
