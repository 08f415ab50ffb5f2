import pg, { Pool } from 'pg';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { connect } from '#/lib/db/client.ts';
import { DeadlineClient } from '#/lib/db/deadline-client.ts';
import { withDatabase } from '#/lib/db/migrate.ts';
import { NotifyListener } from '#/lib/db/notify-listener.ts';
import { readBatches } from '#/lib/db/read-batches.ts';
import { openSqlPool } from '#/lib/db/sql.ts';
import { queueConnection } from '#/lib/jobs/enqueue.ts';
import { testDatabase } from '#/test/database.ts';

// What docs/operations.md says of each session ("When the database falls silent"), as the session itself has it.

type Settings = Record<string, string>;
type Row = { name: string; setting: string };

/** Of the server's end, so that it notices a process that fell silent. In ms and s, as `pg_settings` has them. */
const SERVER_END: Settings = {
  tcp_user_timeout: '10000',
  tcp_keepalives_idle: '5',
  tcp_keepalives_interval: '1',
  tcp_keepalives_count: '5',
};
/** Milliseconds. A statement ends, and its locks are free, before its client gives up on it after 8 s. */
const REQUESTS: Settings = {
  TimeZone: 'UTC',
  lock_timeout: '5000',
  statement_timeout: '7000',
  idle_in_transaction_session_timeout: '8000',
};
const ENGINE: Settings = { ...REQUESTS, idle_in_transaction_session_timeout: '30000' };

const read = (names: Settings) =>
  `select name, setting from pg_settings where name = any ('{${Object.keys(names)}}'::text[])`;
const settingsOf = (rows: Row[]): Settings => Object.fromEntries(rows.map(({ name, setting }) => [name, setting]));

const { url, onClose } = await testDatabase();
/** Those of the server's end that this server's system has; over a Unix socket none. */
let serverEnd: Settings;

beforeAll(async () => {
  const plain = new pg.Client({ connectionString: url });
  await plain.connect();
  for (const [name, value] of Object.entries(SERVER_END)) await plain.query(`set ${name} = ${value}`);
  const kept = settingsOf((await plain.query<Row>(read(SERVER_END))).rows);
  await plain.end();
  if (process.platform === 'linux') expect(kept).toEqual(SERVER_END);
  serverEnd = Object.fromEntries(Object.entries(SERVER_END).filter(([name, value]) => kept[name] === value));
});
afterEach(() => vi.restoreAllMocks());

describe('a session has the settings that the docs name', () => {
  test('of Prisma’s pool', async () => {
    const db = connect(url, 1);
    onClose(() => db.$disconnect());
    const expected = { ...REQUESTS, ...serverEnd };
    expect(settingsOf(await db.$queryRawUnsafe<Row[]>(read(expected)))).toEqual(expected);
  });

  test('of the engine’s pool', async () => {
    const { sql, close } = openSqlPool(url, 1);
    onClose(close);
    const expected = { ...ENGINE, ...serverEnd };
    expect(settingsOf(await sql<Row>({ name: 'settings', text: read(expected) }, []))).toEqual(expected);
  });

  test('that listens for notifications', async () => {
    const queried = vi.spyOn(DeadlineClient.prototype, 'query');
    const listener = new NotifyListener(url, { settings_test: () => {} });
    onClose(() => listener.close());
    await listener.open();
    const own = queried.mock.calls.findIndex(([text]) => text === 'listen settings_test');
    const client = queried.mock.contexts[own] as DeadlineClient;
    const { rows } = await client.query(read(serverEnd));
    expect(settingsOf(rows)).toEqual(serverEnd);
  });

  test('of the job queue', async () => {
    const pool = new Pool(queueConnection(url, 8_000));
    onClose(() => pool.end());
    expect(settingsOf((await pool.query<Row>(read(serverEnd))).rows)).toEqual(serverEnd);
  });

  test('that reads for long', async () => {
    const rows: Row[] = [];
    for await (const batch of readBatches<Row>(url, { text: read(serverEnd), values: [] })) rows.push(...batch);
    expect(settingsOf(rows)).toEqual(serverEnd);
  });

  test('that migrates', async () => {
    const { rows } = await withDatabase(url, (client) => client.query<Row>(read(serverEnd)));
    expect(settingsOf(rows)).toEqual(serverEnd);
  });
});
