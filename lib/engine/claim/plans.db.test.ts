import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { QUEUED_AT } from '#/lib/alarms/receivers/receiver.ts';
import { MS_US } from '#/lib/core/micros.ts';
import { openSqlPool, type Sql, type SqlPool, type Statement } from '#/lib/db/sql.ts';
import { claimByWorkspace } from '#/lib/engine/claim/claim-by-workspace-query.ts';
import { claimDue } from '#/lib/engine/claim/claim-due-query.ts';
import { findNextDue } from '#/lib/engine/claim/next-due-query.ts';
import { reclaimExpired, releaseClaims } from '#/lib/engine/claim/release-claims-query.ts';
import { releaseLost } from '#/lib/engine/claim/release-lost-query.ts';
import { loadBodies } from '#/lib/engine/dispatch/load-bodies-query.ts';
import { endDraining, grantQueued } from '#/lib/engine/queues/grant-query.ts';
import { queueAlarms } from '#/lib/engine/queues/queue-query.ts';
import { recordAttempts } from '#/lib/engine/settle/settle-query.ts';
import { published, type Settlement } from '#/lib/engine/settle/settlement.ts';
import { testDatabase } from '#/test/database.ts';
import { claim } from '#/test/engine/claim.ts';

const PENDING = 100_000;
/** Held by workers, with leases that have not ended. */
const FIRING = 5_000;
const BATCH = 100;
/** 8 kB pages that a statement may touch for a batch: some 25 a row with its indexes, whatever the table's size. */
const MAX_PAGES = 30 * BATCH;
/** For checking whether there is one. */
const PAGES_OF_ONE = 30;
const NOW_US = Date.UTC(2026, 2, 10, 9) * MS_US;
const WORKSPACE = randomUUID();
/**
 * Every fourth alarm waits in a queue of this workspace, which has other alarms, too. Those in the queues of two
 * receivers, one of which no longer has a limit, are neither its oldest nor its newest.
 */
const [RECEIVER, DRAINING, ...OTHERS] = Array.from({ length: 4 }, () => randomUUID()) as [string, string, ...string[]];

type Node = {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  Plans?: Node[];
};

let pool: pg.Pool;
/** One connection, set up like the engine's. */
let own: SqlPool;
const prepared = new Set<string>();
beforeAll(async () => {
  const database = await testDatabase();
  pool = database.pool;
  own = openSqlPool(database.url, 1);
  // The test sets the planner's statistics.
  await pool.query('alter table alarms set (autovacuum_enabled = false)');
  await pool.query("select alarm_partitions_ensure('2026-03-09', 3)");
  await pool.query("insert into workspaces (id, name) values ($1, 'Acme')", [WORKSPACE]);
  await pool.query(
    `insert into receivers (id, workspace_id, origin, max_per_second, max_concurrency, drains)
     select id, $1, 'https://' || id || '.test', most, most, true
     from unnest($2::uuid[]) as id, lateral (select case when id <> $3 then 1000 end as most) as limits`,
    [WORKSPACE, [RECEIVER, DRAINING, ...OTHERS], DRAINING],
  );
});
afterAll(async () => {
  await own.close();
});

/** The statement that a query of ours runs, and its parameters. */
async function statementOf(query: (sql: Sql) => Promise<unknown>) {
  const seen: { statement: Statement; values: readonly unknown[] }[] = [];
  await query((async (statement, values) => {
    seen.push({ statement, values });
    return [];
  }) as Sql).catch(() => {});
  return seen[0] as (typeof seen)[number];
}

function literal(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return `array[${value.map(literal).join(',')}]`;
  return typeof value === 'string' ? pg.escapeLiteral(value) : String(value);
}

/** Types of a statement's parameters, where a bare array would have none. */
const typed = (text: string, place: number) => new RegExp(`\\$${place}::([\\w]+(?:\\[\\])?)`).exec(text)?.[1];

/** How the engine's connection runs a query of ours, its plan and pages; changes are rolled back. */
async function explain(query: (sql: Sql) => Promise<unknown>): Promise<Node> {
  const { statement, values } = await statementOf(query);
  const once = (text: string) => own.sql<{ 'QUERY PLAN': { Plan: Node }[] }>({ name: '', text }, []);
  // The statement stays prepared, as in the engine: the plan may be older than the rows.
  if (!prepared.has(statement.name)) await once(`prepare ${statement.name} as ${statement.text}`);
  prepared.add(statement.name);
  const given = values.map((value, index) => {
    const type = typed(statement.text, index + 1);
    return type ? `${literal(value)}::${type}` : literal(value);
  });
  await once('begin');
  const [row] = await once(`explain (analyze, buffers, format json) execute ${statement.name}(${given.join(',')})`);
  await once('rollback');
  return (row as { 'QUERY PLAN': { Plan: Node }[] })['QUERY PLAN'][0]?.Plan as Node;
}

function nodesOf(node: Node): Node[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}

async function fill(): Promise<void> {
  await pool.query(
    `insert into alarms (id, workspace_id, created_by, created_at, due_at, next_attempt_at, max_attempts, url, status,
                         version, attempts, lease_until, endpoint_id, receiver_id)
     select gen_random_uuid(),
            case when n % 4 = 1 or n % 8 = 2 then $4::uuid when n % 5 = 0 then $1 else md5((n % 7)::text)::uuid end, $1,
            $2::timestamptz, $2::timestamptz + n * interval '10 ms',
            case when n % 4 = 1 then ${QUEUED_AT} else $2::timestamptz + n * interval '10 ms' end, 10, 'https://acme.test/',
            case when n % 20 = 0 then 'firing' else 'scheduled' end::alarm_status, 2, 1,
            case when n % 20 = 0 then $2::timestamptz + interval '20 s' end, case when n % 3 = 0 then $1 end,
            case when n % 4 = 1 then (case when n between $3 * 0.4 and $3 * 0.6 then $5::uuid[] else $6::uuid[] end)[1 + n / 4 % 2] end
     from generate_series(1, $3::int) as n`,
    [randomUUID(), new Date(NOW_US / MS_US), PENDING + FIRING, WORKSPACE, [RECEIVER, DRAINING], OTHERS],
  );
}

async function held(): Promise<Settlement[]> {
  const { rows } = await pool.query<{ id: string; workspace_id: string }>(
    "select id::text, workspace_id::text from alarms where status = 'firing' order by id limit $1",
    [BATCH],
  );
  const found = rows.length > 0 ? rows : [{ id: randomUUID(), workspace_id: randomUUID() }];
  return found.map(({ id, workspace_id: workspaceId }) =>
    published(claim({ id, workspaceId, attemptUs: NOW_US }), NOW_US),
  );
}

const ofWorkspace = (id: string) => ({ id, workspaceId: WORKSPACE });

type PlanCase = [name: string, query: (sql: Sql) => Promise<unknown>, mostPages?: number];
const STATEMENTS: PlanCase[] = [
  [
    'claiming what is due',
    (sql) => claimDue(sql, { afterUs: null, untilUs: NOW_US + 3_600_000_000, limit: BATCH, leaseUntilUs: NOW_US }),
  ],
  ...(['alarms', 'deliveries'] as const).map(
    (kind): PlanCase => [
      `claiming ${kind} by workspace`,
      (sql) =>
        claimByWorkspace(sql, {
          ...{ kind, afterUs: null, untilUs: NOW_US + 3_600_000_000, limit: BATCH, leaseUntilUs: NOW_US },
          ...{ without: [randomUUID()], from: null },
        }),
    ],
  ),
  ['looking for what comes next', (sql) => findNextDue(sql, NOW_US, { fromUs: null, untilUs: NOW_US })],
  ['reclaiming', (sql) => reclaimExpired(sql, { fromUs: null, nowUs: NOW_US + 3_600_000_000 }, BATCH)],
  [
    'reading bodies',
    async (sql) =>
      loadBodies(
        sql,
        (await held()).map(({ claim }) => claim),
      ),
  ],
  ['releasing lost claims', (sql) => releaseLost(sql, [NOW_US, NOW_US + 1])],
  ['writing results', async (sql) => recordAttempts(sql, await held(), NOW_US)],
  [
    'queueing for a receiver',
    async (sql) =>
      queueAlarms(
        sql,
        (await held()).map(({ claim }) => ({ claim, atUs: NOW_US, receiverId: RECEIVER })),
      ),
  ],
  [
    'letting out of queues',
    (sql) =>
      grantQueued(sql, {
        receivers: [RECEIVER, randomUUID()].map(ofWorkspace),
        nowUs: NOW_US,
        limit: BATCH,
        leaseUntilUs: NOW_US,
      }),
  ],
  ['finding a queue empty', (sql) => endDraining(sql, [{ ...ofWorkspace(DRAINING), version: 1 }]), PAGES_OF_ONE],
  [
    'giving back',
    async (sql) =>
      releaseClaims(
        sql,
        (await held()).map(({ claim }) => ({ claim, atUs: NOW_US })),
      ),
  ],
];

/** What the planner knows of the tables, from nothing to accurate statistics. */
const KNOWLEDGE: [string, () => Promise<unknown>][] = [
  [
    'planned when the table was empty, and known to be',
    async () => {
      await pool.query('vacuum analyze alarms');
      for (const [, query] of STATEMENTS) await explain(query);
      await fill();
    },
  ],
  [
    'with the statistics of an empty table',
    () => pool.query('update pg_class set reltuples = 0, relpages = 0 where relname = $1', ['alarms']),
  ],
  [
    'without statistics',
    () => pool.query('update pg_class set reltuples = -1, relpages = 0 where relname = $1', ['alarms']),
  ],
  ['with current statistics', () => pool.query('analyze alarms')],
  [
    'with the statistics of one workspace, before others were added',
    async () => {
      await pool.query('update alarms set workspace_id = $1', [WORKSPACE]);
      await pool.query('vacuum analyze alarms');
      await pool.query(
        `insert into alarms (id, workspace_id, created_by, created_at, due_at, next_attempt_at, max_attempts, url,
                             endpoint_id)
         select gen_random_uuid(), md5(n::text)::uuid, created_by, created_at, due_at, next_attempt_at, 10, url,
                case when n % 2 = 0 then created_by end
         from (select * from alarms order by due_at desc limit 1) as last, generate_series(1, 6) as n`,
      );
    },
  ],
];

describe.each(KNOWLEDGE)('with 100,000 alarms waiting, and a planner that was %s,', (_what, teach) => {
  beforeAll(async () => {
    await teach();
  });

  test.each(STATEMENTS)(
    '%s walks an index, and reads about as much as its batch',
    async (_name, query, mostPages = MAX_PAGES) => {
      const plan = await explain(query);
      const nodes = nodesOf(plan).filter((node) => node['Relation Name'] === 'alarms' || node['Index Name']);
      expect(nodes.filter((node) => /Seq|Bitmap/.test(node['Node Type']))).toEqual([]);
      expect(plan['Shared Hit Blocks'] + plan['Shared Read Blocks']).toBeLessThan(mostPages);
    },
  );
});
