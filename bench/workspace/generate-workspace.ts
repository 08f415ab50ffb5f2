import pg from 'pg';
import {
  CHANGE_SOME,
  DAYS_SQL,
  FILL_CORRECTIONS,
  FILL_DAYS,
  FILL_PEOPLE,
  FILL_QUESTIONS,
  START_RUNNING,
} from '#/bench/workspace/workspace-sql.ts';

/** The size of the generated workspace; the density of its members' days is always the same. */
export type WorkspaceSize = { members: number; spans: number };
export type GeneratedWorkspace = WorkspaceSize & {
  timers: number;
  running: number;
  days: number;
  generateSeconds: number;
};

/** Per member: 8 spans on each weekday, except 4 % of them. */
const SPANS_PER_WEEKDAY = 8 * 0.96;
/** Days of one insert; two connections insert at once. */
const CHUNK_DAYS = 10;
const INSERTERS = 2;
/** Timers that a refresh finds changed. */
const CHANGED_PER_MEMBER = 0.4;
const FILLED = ['timers', 'timer_spans', 'timer_cycles'];

/**
 * Fills an empty, migrated database with one workspace, the same each time: its members' days up to `LAST_DAY`, as the
 * product would have written them. Triggers stay silent meanwhile and indexes are built afterwards.
 */
export async function generateWorkspace(
  databaseUrl: string,
  size: WorkspaceSize,
  log: (line: string) => void,
): Promise<GeneratedWorkspace> {
  const began = performance.now();
  const days = Math.round(size.spans / size.members / SPANS_PER_WEEKDAY);
  const generated = await onConnection(databaseUrl, async (client) => {
    await client.query(FILL_PEOPLE, [size.members, days]);
    const setAside = await setIndexesAside(client);
    await fillDays(databaseUrl, size.members, days);
    log(`spans of ${days} working days written in ${secondsSince(began)} s`);
    await client.query("set maintenance_work_mem = '512MB'");
    for (const definition of setAside) await client.query(definition);
    await client.query('analyze timers, timer_spans, timer_cycles');
    await client.query(FILL_QUESTIONS);
    await client.query(FILL_CORRECTIONS);
    const running = await client.query(START_RUNNING);
    const counted = await client.query<{ timers: number; spans: number }>(
      `select (select count(*) from timers)::int as timers, (select count(*) from timer_spans)::int as spans`,
    );
    return { ...(counted.rows[0] as { timers: number; spans: number }), running: running.rowCount ?? 0 };
  });
  await onConnection(databaseUrl, (client) => client.query('vacuum (analyze)'));
  return { ...size, ...generated, days, generateSeconds: secondsSince(began) };
}

/** Edits some timers of the last year, different ones each time, as people do all day. Returns how many. */
export async function changeSomeTimers(databaseUrl: string, turn: number, members: number): Promise<number> {
  return onConnection(databaseUrl, async (client) => {
    await client.query('set session_replication_role = origin');
    return (await client.query(CHANGE_SOME, [turn, Math.round(members * CHANGED_PER_MEMBER)])).rowCount ?? 0;
  });
}

/** Several connections take chunks of days one after the other. */
async function fillDays(databaseUrl: string, members: number, days: number): Promise<void> {
  let next = 0;
  const insert = () =>
    onConnection(databaseUrl, async (client) => {
      while (next < days) {
        const from = next;
        next = Math.min(next + CHUNK_DAYS, days);
        await client.query(FILL_DAYS, [members, days - next, days - from - 1]);
      }
    });
  await Promise.all(Array.from({ length: INSERTERS }, insert));
}

/**
 * Drops all indexes of the large tables but those of primary keys; returns the statements that recreate them. The
 * constraint that a person's spans don't overlap is not recreated: no report reads its index, and ten million rows
 * would take half an hour.
 */
async function setIndexesAside(client: pg.Client): Promise<string[]> {
  await client.query('alter table timer_spans drop constraint timer_spans_no_overlap');
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
     from pg_index where indrelid::regclass::text = any($1) and not indisprimary`,
    [FILLED],
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  return rows.map(({ definition }) => definition);
}

async function onConnection<T>(databaseUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl, options: '-c TimeZone=UTC' });
  await client.connect();
  try {
    await client.query("set session_replication_role = replica; set synchronous_commit = off; set work_mem = '64MB'");
    await client.query(DAYS_SQL);
    return await work(client);
  } finally {
    await client.end();
  }
}

function secondsSince(began: number): number {
  return Math.round((performance.now() - began) / 100) / 10;
}
