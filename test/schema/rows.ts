import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { beforeAll, beforeEach } from 'vitest';
import { testDatabase } from '#/test/database.ts';

/** Plain SQL on the test file's migrated database. */
export let pool: pg.Pool;
/** A new person and a new workspace for each test. */
export let user: string;
export let workspace: string;

/** Call it at the top of a test file: sets the three above. */
export function prepareRows(): void {
  beforeAll(async () => {
    pool = (await testDatabase()).pool;
  });
  beforeEach(async () => {
    workspace = await newWorkspace();
    user = await newUser();
  });
}

/** A stretch as times of one day, UTC; no end: open. */
export type Span = [from: string, to: string | null];
export type TimerRow = {
  status: 'running' | 'paused' | 'stopped' | 'completed' | 'discarded';
  startedAt?: string;
  endedAt?: string;
  reason?: string;
  capSeconds?: number;
  version?: number;
  title?: string;
  tags?: string[];
  user?: string;
  workspace?: string;
  spans?: Span[];
};
export type Owner = { user: string; workspace: string };

/** Ten past nine and so on, on one day, UTC. */
const at = (time: string | null | undefined) => (time ? `2026-03-10T${time}Z` : null);

export function insertRunning({ from = '09:00', ...row }: { from?: string; user?: string; workspace?: string } = {}) {
  return insertTimer({ status: 'running', startedAt: from, spans: [[from, null]], ...row });
}

/** One transaction with a timer and its spans, as written by a verb; returns the id. */
export function insertTimer(row: TimerRow): Promise<string> {
  return inTransaction((client) => insertInto(client, row));
}

export async function insertInto(client: pg.PoolClient, row: TimerRow): Promise<string> {
  const id = randomUUID();
  const owner = { user: row.user ?? user, workspace: row.workspace ?? workspace };
  await client.query(
    `insert into timers (id, workspace_id, user_id, type, status, title, tags, started_at, ended_at, cap_seconds,
                         version, end_reason, created_via)
     values ($1, $2, $3, 'manual', $4, $5, $6, $7, $8, $9, $10, $11, 'api')`,
    [
      id,
      owner.workspace,
      owner.user,
      row.status,
      row.title ?? '',
      row.tags ?? [],
      at(row.startedAt ?? '09:00'),
      at(row.endedAt),
      row.capSeconds ?? 86_400,
      row.version ?? 1,
      row.reason ?? null,
    ],
  );
  for (const span of row.spans ?? []) await insertSpan(client, id, owner, span, row.status === 'discarded');
  return id;
}

export function insertSpan(
  client: pg.Pool | pg.PoolClient,
  timer: string,
  owner: Owner,
  [from, to]: Span,
  discarded: boolean,
) {
  return client.query(
    `insert into timer_spans (id, timer_id, workspace_id, user_id, started_at, ended_at, discarded)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [randomUUID(), timer, owner.workspace, owner.user, at(from), at(to), discarded],
  );
}

export async function inTransaction<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

export async function newUser(): Promise<string> {
  const id = randomUUID();
  await pool.query("insert into users (id, email, name) values ($1, $2, 'Ann')", [id, `${id}@example.com`]);
  return id;
}

export async function newWorkspace(): Promise<string> {
  const id = randomUUID();
  await pool.query("insert into workspaces (id, name) values ($1, 'Acme')", [id]);
  return id;
}
