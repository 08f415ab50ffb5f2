import type { Bench } from '#/bench/bench.ts';
import { evenly, formatRun, measure, type Run } from '#/bench/measure.ts';
import { copyStatement, onDatabase } from '#/bench/ours/pending-rows.ts';
import { type Measured, measured } from '#/bench/scenarios/lateness.ts';
import { withStarted } from '#/bench/scenarios/start-warm.ts';

export type DepthResult = {
  shallowRows: number;
  deepRows: number;
  /** Size of the table with indexes and out-of-line storage, by its number of rows. */
  bytesPerAlarm: number;
  shallow: Measured;
  deep: Measured;
};

const SHALLOW_ROWS = 10_000;
const PER_SECOND = 1_000;
/** Rows of one insert; two connections insert at once. */
const CHUNK = 250_000;
const INSERTERS = 2;
// Due evenly over a year, starting in a month, in random order, so that indexes grow as over a long time. Computed from
// the row's number, since both columns must be equal.
const FAR = "now() + interval '30 days' + (hashint8(g) & 2147483647) / 2147483647.0 * interval '365 days'";
const PENDING = { id: 'uuidv7()', due_at: FAR, next_attempt_at: FAR };

/** Whether pending rows make ours slow or large: 1,000 a second with ten thousand pending rows and with many. */
export function measureDepth(bench: Bench): Promise<DepthResult> {
  const { deepRows } = bench.sizes;
  return withStarted(bench, bench.ours, async () => {
    await addPending(bench, SHALLOW_ROWS);
    const shallow = await measureBeside(bench, SHALLOW_ROWS);
    await addPending(bench, deepRows - SHALLOW_ROWS);
    const bytesPerAlarm = await measureSize(bench);
    const deep = await measureBeside(bench, deepRows);
    return { shallowRows: SHALLOW_ROWS, deepRows, bytesPerAlarm, shallow, deep };
  });
}

async function measureBeside(bench: Bench, rows: number): Promise<Measured> {
  const runs: Run[] = [];
  for (let round = 1; round <= bench.sizes.rounds; round++) {
    const run = await measure(bench, bench.ours, evenly(PER_SECOND, bench.sizes.latenessSeconds));
    bench.log(`ours │ ${PER_SECOND}/s beside ${rows} pending, round ${round}: ${formatRun(run)}`);
    runs.push(run);
  }
  return measured('ours', runs);
}

/** Inserts pending rows as the API writes them, then leaves the table as autovacuum would have. */
async function addPending(bench: Bench, rows: number): Promise<void> {
  const began = performance.now();
  const statement = await onDatabase(bench.ours, (client) => copyStatement(bench.ours, client, PENDING));
  let next = 0;
  const insert = () =>
    onDatabase(bench.ours, async (client) => {
      while (next < rows) {
        const from = next;
        next = Math.min(next + CHUNK, rows);
        await client.query(statement, [from + 1, next]);
      }
    });
  await Promise.all(Array.from({ length: INSERTERS }, insert));
  await onDatabase(bench.ours, (client) => client.query('vacuum (analyze) alarms'));
  await bench.postgres.checkpoint();
  bench.log(`ours │ ${rows} pending rows added in ${((performance.now() - began) / 1000).toFixed(1)} s`);
}

async function measureSize(bench: Bench): Promise<number> {
  const sql = "select pg_total_relation_size('alarms')::float8 / count(*) as bytes from alarms";
  return onDatabase(bench.ours, async (client) => (await client.query<{ bytes: number }>(sql)).rows[0]?.bytes ?? 0);
}
