import type pg from 'pg';
import type { Arrival } from '#/test/proofs/ledger.ts';

/** An attempt that was followed by another, with its entry in the log. */
export type Repeat = { id: string; attempt: number; source: string | null; outcomes: string[] };

/**
 * Attempts that were repeated without a reason. The log has two: it timed out, or its worker was lost, which counts
 * only for workers that a test killed or froze (`lost`: their sources).
 */
export async function unexcusedRepeats(
  pool: pg.Pool,
  repeated: readonly [string, readonly Arrival[]][],
  lost: ReadonlySet<string | null>,
): Promise<Repeat[]> {
  const outcomes = await outcomesOf(
    pool,
    repeated.map(([id]) => id),
  );
  const subscription = repeated.flatMap(([id, arrivals]) =>
    arrivals
      .slice(0, -1)
      .map(({ attempt, source }) => ({ id, attempt, source, outcomes: outcomes.get(`${id} ${attempt}`) ?? [] })),
  );
  return subscription.filter(
    (repeat) =>
      !repeat.outcomes.includes('timeout') && !(repeat.outcomes.includes('stopped') && lost.has(repeat.source)),
  );
}

async function outcomesOf(pool: pg.Pool, ids: string[]): Promise<Map<string, string[]>> {
  const { rows } = await pool.query<{ attempt: string; outcomes: string[] }>(
    `select alarm_id || ' ' || attempt as attempt, array_agg(outcome::text) as outcomes
     from alarm_attempts where alarm_id = any($1) group by alarm_id, attempt`,
    [ids],
  );
  return new Map(rows.map(({ attempt, outcomes }) => [attempt, outcomes]));
}
