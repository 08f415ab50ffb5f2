import type { Bench } from '#/bench/bench.ts';
import { evenly, formatRun, measure, type Run } from '#/bench/measure.ts';
import { type Measured, measured } from '#/bench/scenarios/lateness.ts';
import { withStarted } from '#/bench/scenarios/start-warm.ts';

export type ThroughputResult = Measured & {
  perSecond: number;
  seconds: number;
  /** The requested rate if ours kept up, else arrivals per second until the last. */
  sustainedPerSecond: number;
};

const PER_SECOND = 5_000;
/** A participant slower than the rate falls further and further behind; one that keeps up is never later than this. */
const SUSTAINED_MS = 1_000;

/** Whether ours sustains 5,000 a second, and how late it is then. */
export function measureThroughput(bench: Bench): Promise<ThroughputResult> {
  const { throughputSeconds: seconds, rounds } = bench.sizes;
  return withStarted(bench, bench.ours, async () => {
    const runs: Run[] = [];
    for (let round = 1; round <= Math.min(rounds, 2); round++) {
      const run = await measure(bench, bench.ours, evenly(PER_SECOND, seconds));
      bench.log(`ours │ ${PER_SECOND}/s, round ${round}: ${formatRun(run)}`);
      runs.push(run);
    }
    const result = measured('ours', runs);
    return { ...result, perSecond: PER_SECOND, seconds, sustainedPerSecond: sustained(result.middle) };
  });
}

function sustained({ received, lost, spanMs, maxMs }: Run): number {
  return lost === 0 && maxMs <= SUSTAINED_MS ? PER_SECOND : (received / spanMs) * 1000;
}
