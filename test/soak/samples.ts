import { readdirSync, readFileSync } from 'node:fs';
import type pg from 'pg';

/** A monitored process, by its name in the picture. */
export type Watched = { name: string; pid: number };

/** The figures at an instant. Those of a process are missing once it has ended. */
export type Sample = {
  /** Since the start of the soak. */
  seconds: number;
  /** Resident memory in MB and open handles (files, sockets), by the name of the process. */
  memoryMb: Record<string, number>;
  handles: Record<string, number>;
  /** For tables with their indexes and partitions: MB, MB of indexes, and dead rows. */
  tableMb: Record<string, number>;
  indexMb: Record<string, number>;
  deadRows: Record<string, number>;
  /** How often autovacuum has processed them since the database was created. */
  vacuums: Record<string, number>;
  databaseMb: number;
  /** Pending alarms. */
  pending: number;
  /** For arrivals since the previous sample, in milliseconds; null without any. */
  latenessP50: number | null;
  latenessP99: number | null;
};

/** The hot table, and those that grow with each alarm. */
const TABLES = ['alarms', 'alarm_history', 'alarm_attempts', 'events', 'idempotency_keys', 'timer_spans'];

type Seen = Omit<Sample, 'seconds' | 'latenessP50' | 'latenessP99'>;

/** Memory and handles of processes, as Linux counts them, and the size of the database's tables. */
export async function takeSample(pool: pg.Pool, watched: readonly Watched[]): Promise<Seen> {
  const { rows } = await pool.query<{ name: string; bytes: string; of_indexes: string; dead: string; vacuums: string }>(
    `select r.name, sum(pg_total_relation_size(c.oid)) as bytes, sum(pg_indexes_size(c.oid)) as of_indexes,
       sum(coalesce(s.n_dead_tup, 0)) as dead, sum(coalesce(s.autovacuum_count, 0)) as vacuums
     from unnest($1::text[]) as r(name)
       cross join lateral (select relid as oid from pg_partition_tree(r.name::regclass) union select r.name::regclass) c
       left join pg_stat_user_tables s on s.relid = c.oid
     group by r.name`,
    [TABLES],
  );
  const { rows: whole } = await pool.query<{ bytes: string; pending: string }>(
    'select pg_database_size(current_database()) as bytes, (select count(*) from alarms) as pending',
  );
  const ofProcesses = (read: (pid: number) => number) =>
    Object.fromEntries(watched.flatMap(({ name, pid }) => readWhileItRuns(name, () => read(pid))));
  return {
    memoryMb: ofProcesses(memoryMb),
    handles: ofProcesses(handles),
    tableMb: Object.fromEntries(rows.map(({ name, bytes }) => [name, toMb(Number(bytes))])),
    indexMb: Object.fromEntries(rows.map(({ name, of_indexes }) => [name, toMb(Number(of_indexes))])),
    deadRows: Object.fromEntries(rows.map(({ name, dead }) => [name, Number(dead)])),
    vacuums: Object.fromEntries(rows.map(({ name, vacuums }) => [name, Number(vacuums)])),
    databaseMb: toMb(Number(whole[0]?.bytes)),
    pending: Number(whole[0]?.pending),
  };
}

function readWhileItRuns(name: string, read: () => number): [string, number][] {
  try {
    return [[name, read()]];
  } catch (error) {
    // It ended meanwhile.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

function memoryMb(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024);
}

function handles(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).length;
}

function toMb(bytes: number): number {
  return Math.round(bytes / 1e5) / 10;
}
