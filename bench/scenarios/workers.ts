import type { Bench } from '#/bench/bench.ts';
import { isDisturbed } from '#/bench/calm.ts';
import { median } from '#/bench/figures/quantile.ts';
import { evenly, formatRun, measure, type Run } from '#/bench/measure.ts';
import { onDatabase } from '#/bench/ours/pending-rows.ts';
import { undisturbed } from '#/bench/scenarios/lateness.ts';
import { withStarted } from '#/bench/scenarios/start-warm.ts';

export type WorkersResult = {
  alarms: number;
  perSecond: number;
  seconds: number;
  rows: {
    workers: number;
    /** All due in the same millisecond: the median round by its last arrival, and its arrivals per second. */
    herd: Run;
    herdPerSecond: number;
    /** Evenly due: the median round by p99. */
    even: Run;
    /** The database's cost of an evenly due alarm from registration to history: write-ahead log, and commits. */
    walBytesPerAlarm: number;
    commitsPerAlarm: number;
    disturbed: boolean;
  }[];
};

const COUNTS = [1, 2, 4];
const ALARMS = 20_000;
const PER_SECOND = 1_000;

type Cost = { walBytes: number; commits: number };
type Runs = { herd: Run[]; even: Run[]; costs: Cost[] };

/**
 * One, two and four workers on one database, in one run, in ascending and then descending order: how fast a herd is
 * sent, and what more workers cost when one is enough.
 */
export async function measureWorkers(bench: Bench): Promise<WorkersResult> {
  const { rounds, latenessSeconds: seconds } = bench.sizes;
  const byCount = new Map(COUNTS.map((count): [number, Runs] => [count, { herd: [], even: [], costs: [] }]));
  for (let round = 1; round <= rounds; round++) {
    for (const count of round % 2 === 0 ? COUNTS.toReversed() : COUNTS) {
      await measureCount(bench, { count, round, seconds, runs: byCount.get(count) as Runs });
    }
  }
  const rows = [...byCount].map(([workers, runs]) => {
    const herd = median(undisturbed(runs.herd), ({ maxMs }) => maxMs);
    const even = median(undisturbed(runs.even), ({ p99Ms }) => p99Ms);
    const herdPerSecond = (herd.received / herd.maxMs) * 1000;
    const cost = median(runs.costs, ({ walBytes }) => walBytes);
    const per = (count: number) => count / (PER_SECOND * seconds);
    const costs = { walBytesPerAlarm: per(cost.walBytes), commitsPerAlarm: per(cost.commits) };
    return { workers, herd, herdPerSecond, even, ...costs, disturbed: isDisturbed(herd) || isDisturbed(even) };
  });
  return { alarms: ALARMS, perSecond: PER_SECOND, seconds, rows };
}

type Turn = { count: number; round: number; seconds: number; runs: Runs };

function measureCount(bench: Bench, { count, round, seconds, runs }: Turn): Promise<void> {
  const { ours, log } = bench;
  const several = { ...ours, start: () => ours.start(count) };
  return withStarted(bench, several, async () => {
    const herd = await measure(bench, several, new Float64Array(ALARMS));
    const before = await readCounters(bench);
    const even = await measure(bench, several, evenly(PER_SECOND, seconds));
    const after = await readCounters(bench);
    log(`${count} workers │ herd of ${ALARMS}, round ${round}: ${formatRun(herd)}`);
    log(`${count} workers │ ${PER_SECOND}/s, round ${round}: ${formatRun(even)}`);
    runs.herd.push(herd);
    runs.even.push(even);
    runs.costs.push({ walBytes: after.walBytes - before.walBytes, commits: after.commits - before.commits });
  });
}

/** For the whole server, on which nothing else runs. */
function readCounters({ ours }: Bench): Promise<Cost> {
  return onDatabase(ours, async (client) => {
    const { rows } = await client.query<Cost>(
      `select (pg_current_wal_insert_lsn() - '0/0')::float8 as "walBytes",
              (select sum(xact_commit) from pg_stat_database)::float8 as commits`,
    );
    return rows[0] as Cost;
  });
}
