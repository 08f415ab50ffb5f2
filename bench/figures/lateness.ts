import { DRAWN_SHARES, quantile } from '#/bench/figures/quantile.ts';

/** What the receiver saw of one round, by the number of each alarm. */
export type Ledger = {
  /** Arrival of the first request, microseconds since the epoch; 0 for none. */
  firstUs: Float64Array;
  /** Requests in total. */
  requests: Uint32Array;
  /** Requests after the first whose `webhook-id` was not the first one's. */
  otherIds: number;
  /** Requests of this round that name no alarm of it. */
  unknown: number;
};

export type Lateness = {
  asked: number;
  received: number;
  /** Not received within the given time. */
  lost: number;
  /** Received before their due instant. */
  early: number;
  /** Requests beyond the first of an alarm. */
  duplicates: number;
  otherIds: number;
  unknown: number;
  p50Ms: number;
  p99Ms: number;
  maxMs: number;
  /** From the first due instant to the last arrival. */
  spanMs: number;
  /** Points of the distribution: share of those received, milliseconds. */
  curve: [number, number][];
};

/** Compares arrivals with due instants (microseconds since the epoch). `count`: how many alarms of the ledger count. */
export function latenessOf(dueUs: Float64Array, ledger: Ledger, count = dueUs.length): Lateness {
  const lateMs: number[] = [];
  let duplicates = 0;
  let lastUs = 0;
  for (let n = 0; n < count; n++) {
    const arrivedUs = ledger.firstUs[n] as number;
    duplicates += Math.max(0, (ledger.requests[n] as number) - 1);
    if (arrivedUs === 0) continue;
    lateMs.push((arrivedUs - (dueUs[n] as number)) / 1000);
    lastUs = Math.max(lastUs, arrivedUs);
  }
  const sorted = Float64Array.from(lateMs).sort();
  return {
    asked: count,
    received: sorted.length,
    lost: count - sorted.length,
    early: lateMs.filter((ms) => ms < 0).length,
    duplicates,
    otherIds: ledger.otherIds,
    unknown: ledger.unknown,
    p50Ms: quantile(sorted, 0.5),
    p99Ms: quantile(sorted, 0.99),
    maxMs: quantile(sorted, 1),
    spanMs: sorted.length > 0 ? (lastUs - firstOf(dueUs, count)) / 1000 : Number.NaN,
    curve: DRAWN_SHARES.map((share) => [share, quantile(sorted, share)]),
  };
}

function firstOf(dueUs: Float64Array, count: number): number {
  return dueUs.subarray(0, count).reduce((least, due) => Math.min(least, due), Number.POSITIVE_INFINITY);
}
