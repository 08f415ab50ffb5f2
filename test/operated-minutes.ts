import type { MinuteTally } from '#/lib/analytics/minutes/attempt-counter.ts';
import type { Gauges } from '#/lib/analytics/minutes/gauges.ts';
import { addTallies, insertMinute } from '#/lib/analytics/minutes/minute-store.ts';
import { MINUTE_MS } from '#/lib/core/duration.ts';
import type { World } from '#/test/world.ts';

const GAUGES: Gauges = {
  timersRunning: 14,
  timersPaused: 3,
  pending: 131,
  overdue: 0,
  oldestOverdueMs: 0,
  retrying: 2,
  endpointsFailing: 1,
  workers: 1,
  queues: [{ name: 'send-mail', queued: 2, active: 1, failed: 0 }],
  database: {
    connections: 12,
    max_connections: 100,
    bytes: 45_000_000,
    dead_rows: 210,
    oldest_transaction_ms: 3,
  },
};

/** One worker's report for a minute. */
export function tallyOf(minute: Date, change: Partial<MinuteTally> = {}): MinuteTally {
  const counts = { due: 0, fired: 0, delivered: 0, retried: 0, dead: 0, canaries: 0, canaryWorstUs: 0 };
  return { minute, ...counts, lateness: [], engineLateness: [], ...change };
}

/** Writes the last `count` whole minutes like a worker, except those `missing`, counted back from 1. */
export async function operatedMinutes(
  { db, clock }: Pick<World, 'db' | 'clock'>,
  { count = 5, missing = [] as number[], change = {} as Partial<Gauges> } = {},
): Promise<void> {
  const nowMs = Math.floor((await clock.now()).getTime() / MINUTE_MS) * MINUTE_MS;
  for (let back = count; back >= 1; back -= 1) {
    if (missing.includes(back)) continue;
    const minute = new Date(nowMs - back * MINUTE_MS);
    await insertMinute(db, minute, { ...GAUGES, ...change });
    await addTallies(db, [tallyOf(minute, { due: 20, fired: 20, delivered: 19, retried: 1, lateness: [0, 15, 5] })]);
  }
}
