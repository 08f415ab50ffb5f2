import { expect, test } from 'vitest';
import { quantile } from '#/bench/figures/quantile.ts';
import { COUNTDOWN_MS, runCountdowns } from '#/test/proofs/countdowns.ts';
import { IS_FULL, report, rounded } from '#/test/proofs/figures.ts';
import { type Scene, setScene } from '#/test/proofs/scene.ts';

const COUNTDOWNS = IS_FULL ? 100 : 20;
/** The documented limit, on an idle machine. */
const PROMISED_MS = 50;
/** A start does as much work through the same verbs: its duration shows how busy the machine is. */
const MAX_STARTS = 3;
const TARGETS = {
  'turned p50, ms': { atMost: PROMISED_MS },
  'turned p90, ms': { atMost: PROMISED_MS },
  'turned max, ms': { atMost: PROMISED_MS },
  'heard of p50, ms': { atMost: PROMISED_MS },
  'heard of p90, ms': { atMost: PROMISED_MS },
  'heard of p50 in starts': { atMost: MAX_STARTS },
  'heard of p90 in starts': { atMost: MAX_STARTS },
};

test('the time from a deadline to the completed countdown, and to the notified web process, is measured', async () => {
  const scene = await setScene();
  await Promise.all(['one', 'two'].map((name) => scene.worker(name)));
  const done = await runCountdowns(scene, COUNTDOWNS);
  const received = quantiles(done.map(({ receivedAfterMs }) => receivedAfterMs));
  const starts = quantiles(done.map(({ startTookMs }) => startTookMs));
  const turned = quantiles(await turnedAfterMs(scene));
  const figures = {
    countdowns: done.length,
    'turned p50, ms': turned.p50,
    'turned p90, ms': turned.p90,
    'turned max, ms': turned.max,
    'heard of p50, ms': received.p50,
    'heard of p90, ms': received.p90,
    'heard of max, ms': received.max,
    'starts p50, ms': starts.p50,
    'starts p90, ms': starts.p90,
    'heard of p50 in starts': rounded(received.p50 / starts.p50),
    'heard of p90 in starts': rounded(received.p90 / starts.p90),
  };
  report('phase turns, two workers', figures, TARGETS);
  expect(done).toHaveLength(COUNTDOWNS);
});

/** From each deadline to the transaction that completed the countdown, by the database's clock. */
async function turnedAfterMs(scene: Scene): Promise<number[]> {
  const { rows } = await scene.world.database.pool.query<{ after: number }>(
    `select (extract(epoch from e.created_at - t.started_at) * 1000 - $1)::float8 as after
     from events e join timers t on t.id = e.subject_id where e.type = 'timer.completed'`,
    [COUNTDOWN_MS],
  );
  return rows.map(({ after }) => after);
}

function quantiles(sample: readonly number[]): { p50: number; p90: number; max: number } {
  const sorted = sample.toSorted((a, b) => a - b);
  const at = (share: number) => rounded(quantile(sorted, share));
  return { p50: at(0.5), p90: at(0.9), max: at(1) };
}
