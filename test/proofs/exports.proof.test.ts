import { beforeAll, expect, test } from 'vitest';
import { exportQuery } from '#/lib/analytics/exports/export-schemas.ts';
import { requestExport } from '#/lib/analytics/exports/request-export.ts';
import { writeExport } from '#/lib/analytics/exports/write-export.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { databaseClock } from '#/lib/db/database-clock.ts';
import { report } from '#/test/proofs/figures.ts';
import { scaled } from '#/test/scale.ts';
import { testWorld, type World } from '#/test/world.ts';

// A million entries, written as by a worker, in a separate process: the peak of its resident memory.

const MEMBERS = 20;
const ENTRIES_OF_EACH = scaled(10_000, 50_000);
const MAX_MEMORY_BYTES = 200_000_000;

let world: World;
let owner: Ctx;

beforeAll(async () => {
  world = await testWorld();
  // The processes read the time of the database, so the range is a fixed one.
  owner = await world.member();
  for (let index = 0; index < MEMBERS; index += 1) {
    const { actor } = await world.member({ workspaceId: owner.actor.workspaceId, role: 'member' });
    await manyEntries(actor.userId);
  }
  await world.database.pool.query('analyze timers; analyze timer_spans');
}, 1_200_000);

/**
 * Stretches of two minutes, one every five, all hours of the day: ten per timer. Without triggers, which would process
 * each.
 */
async function manyEntries(userId: string): Promise<void> {
  const client = await world.database.pool.connect();
  try {
    await client.query('begin');
    await client.query('set local session_replication_role = replica');
    await client.query(
      `create temporary table made on commit drop as
       select n, n / 10 as timer, gen_random_uuid() as id, timestamptz '2025-01-01' + n * interval '5 minutes' as at
       from generate_series(0, $1::int - 1) as n`,
      [ENTRIES_OF_EACH],
    );
    await client.query(
      `with t as (
         insert into timers (id, workspace_id, user_id, type, status, started_at, ended_at, end_reason, cap_seconds,
                             created_via, title, tags)
         select (array_agg(id order by n))[1], $1, $2, 'manual', 'stopped', min(at), max(at) + interval '2 minutes', 'stopped',
                86400, 'api', 'Work on part ' || timer || ' of the thing that takes so long', array['one', 'two']
         from made group by timer)
       insert into timer_spans (id, timer_id, workspace_id, user_id, started_at, ended_at)
       select gen_random_uuid(), first_value(id) over (partition by timer order by n), $1, $2, at, at + interval '2 minutes'
       from made`,
      [owner.actor.workspaceId, userId],
    );
    await client.query('commit');
  } finally {
    client.release();
  }
}

test.each(['csv', 'jsonl', 'xlsx'])(
  'many entries are written as %s by a process of less than 200 MB',
  async (format) => {
    const system = { db: world.db, clock: databaseClock, requestId: null };
    const query = exportQuery.parse({ format, from: '2024-12-30', to: '2025-12-31', round: 'up', round_per: 'day' });
    const { id } = await requestExport(owner, query);
    const began = performance.now();
    const written = await writeExport(system, id);
    const seconds = Math.round((performance.now() - began) / 1_000);
    const { rowsDone: rows, bytes, status } = await world.db.export.findUniqueOrThrow({ where: { id } });
    const memoryBytes = written?.memoryBytes ?? Number.NaN;
    const megabytes = (count: number) => Math.round(count / 1e6);
    const figures = { rows, seconds, 'file, MB': megabytes(Number(bytes)), 'memory, MB': megabytes(memoryBytes) };
    report(`an export as ${format}`, figures);
    expect(status).toBe('ready');
    expect(rows).toBeGreaterThanOrEqual(MEMBERS * ENTRIES_OF_EACH);
    expect(memoryBytes).toBeLessThan(MAX_MEMORY_BYTES);
  },
);
