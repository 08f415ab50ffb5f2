import type pg from 'pg';
import type { Bench } from '#/bench/bench.ts';
import { type Lateness, latenessOf } from '#/bench/figures/lateness.ts';
import { evenly } from '#/bench/measure.ts';
import { copyStatement, onDatabase } from '#/bench/ours/pending-rows.ts';
import { withStarted } from '#/bench/scenarios/start-warm.ts';
import { nowUs, setClock } from '#/bench/wall-clock.ts';
import { type Shares, watchProcessors } from '#/bench/watch-processors.ts';

export type BacklogResult = {
  overdue: number;
  perSecond: number;
  /** Lateness of alarms due while the backlog drained. */
  fresh: Lateness;
  /** For the backlog: alarms received and lost, and requests beyond the first. */
  drained: Pick<Lateness, 'received' | 'lost' | 'duplicates'>;
  /** From the instant when the backlog appeared until its last arrival. */
  drainMs: number;
  shares: Shares | null;
};

const FRESH_PER_SECOND = 500;
/** Time for registering the fresh alarms, and for writing the backlog in an open transaction. */
const AHEAD_MS = 6_000;
const DRAIN_TIMEOUT_MS = 60_000;

/** After an hour's outage: many overdue at once, along with alarms that become due meanwhile. */
export function measureBacklog(bench: Bench): Promise<BacklogResult> {
  const { overdue, backlogSeconds } = bench.sizes;
  const offsetsUs = evenly(FRESH_PER_SECOND, backlogSeconds);
  return withStarted(bench, bench.ours, () => bench.calm.measure('ours', () => measureOnce(bench, offsetsUs, overdue)));
}

async function measureOnce(bench: Bench, offsetsUs: Float64Array, overdue: number): Promise<BacklogResult> {
  const { receiver, ours, log } = bench;
  const round = await receiver.begin(offsetsUs.length + overdue);
  setClock();
  const firstUs = nowUs() + AHEAD_MS * 1000;
  const dueUs = offsetsUs.map((us) => firstUs + us);
  await ours.create({ round, dueUs });
  await addOverdue(bench, { round, from: dueUs.length, count: overdue, atUs: firstUs });
  const stop = watchProcessors();
  await receiver.settled(dueUs.length + overdue, (dueUs.at(-1) as number) + DRAIN_TIMEOUT_MS * 1000);
  const shares = stop();
  const ledger = await receiver.report();
  const fresh = latenessOf(dueUs, ledger);
  const old = latenessOf(new Float64Array(overdue).fill(firstUs), tailOf(ledger, dueUs.length));
  const { received, lost, duplicates, maxMs: drainMs } = old;
  log(`ours │ fresh p99 ${fresh.p99Ms.toFixed(1)} ms while ${overdue} drained in ${(drainMs / 1000).toFixed(1)} s`);
  return { overdue, perSecond: FRESH_PER_SECOND, fresh, drained: { received, lost, duplicates }, drainMs, shares };
}

function tailOf(ledger: Parameters<typeof latenessOf>[1], from: number): Parameters<typeof latenessOf>[1] {
  return { ...ledger, firstUs: ledger.firstUs.subarray(from), requests: ledger.requests.subarray(from) };
}

type Overdue = { round: number; from: number; count: number; atUs: number };

/** Alarms that became due during the previous hour, all appearing at one instant: written before, committed then. */
async function addOverdue(bench: Bench, { round, from, count, atUs }: Overdue): Promise<void> {
  const past = `now() - (g % 3600) * interval '1 second'`;
  const payload = `('{"round":${round},"n":' || (${from} + g) || ',"type":"alarm.fired","text":"Time was up."}')::json`;
  const given = {
    id: 'uuidv7()',
    created_at: "now() - interval '2 hours'",
    due_at: past,
    next_attempt_at: past,
    payload,
  };
  await onDatabase(bench.ours, async (client: pg.Client) => {
    const statement = await copyStatement(bench.ours, client, given);
    await client.query('begin');
    await client.query(statement, [0, count - 1]);
    if (nowUs() > atUs) bench.log('ours │ writing the backlog ran into the fresh alarms');
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, (atUs - nowUs()) / 1000)));
    await client.query('commit');
  });
}
