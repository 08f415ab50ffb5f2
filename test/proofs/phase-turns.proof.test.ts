import pg from 'pg';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { quantile } from '#/bench/figures/quantile.ts';
import { databaseClock } from '#/lib/db/database-clock.ts';
import { FEED_CHANNEL } from '#/lib/events/feed-hint.ts';
import { startTimer } from '#/lib/tracking/timers/start-timer.ts';
import { startTimerInput } from '#/lib/tracking/timers/timer-schemas.ts';
import { report, rounded, spread } from '#/test/proofs/figures.ts';
import { type Scene, setScene } from '#/test/proofs/scene.ts';

const PEOPLE = 20;
const LENGTH_MS = 1_500;
/** The promise, on a machine that has the time. */
const PROMISED_MS = 50;
/** On a busy machine a turn may take so many times as long as what people press at the same moments. */
const TIMES = 3;

let scene: Scene;
beforeAll(async () => {
  scene = await setScene();
});

/** Hears of the feed as a web process does: by the hint of a commit. The answer waits for a timer to be completed. */
async function hearing(): Promise<(id: string) => Promise<number>> {
  const line = new pg.Client({ connectionString: scene.world.database.url });
  await line.connect();
  let wake = () => {};
  line.on('notification', () => wake());
  onTestFinished(() => line.end());
  await line.query(`listen ${FEED_CHANNEL}`);
  return async (id) => {
    for (;;) {
      const hint = new Promise<void>((resolve) => {
        wake = resolve;
      });
      const { rows } = await line.query(`select 1 from events where type = 'timer.completed' and subject_id = $1`, [
        id,
      ]);
      if (rows.length > 0) return performance.now();
      await hint;
    }
  };
}

test('two workers turn phases about as soon as a press is answered, each once, never early, with nobody there', async () => {
  const { world, instants } = scene;
  await Promise.all(['one', 'two'].map((name) => scene.worker(name)));
  const heardOf = await hearing();
  const plan = { type: 'countdown' as const, duration_ms: LENGTH_MS };
  const [late, presses]: [number[], number[]] = [[], []];
  // One after the other, so that no turn waits for another, however busy the machine: single turns are promised.
  for (let n = 0; n < PEOPLE; n += 1) {
    const ctx = { ...(await world.member()), clock: databaseClock };
    const began = performance.now();
    const { timer } = await startTimer(ctx, startTimerInput.parse({ type: 'countdown', plan }));
    presses.push(performance.now() - began);
    const heardAt = await heardOf(timer.id);
    late.push(heardAt - instants.monotonicMs((timer.startedAt.getTime() + LENGTH_MS) * 1_000));
  }
  const { rows } = await world.database.pool.query<{ early: boolean; times: number }>(
    `select min(e.created_at) < t.started_at + $1 * interval '1 ms' or t.ended_at <> t.started_at + $1 * interval '1 ms' as early,
            count(*)::int as times
     from events e join timers t on t.id = e.subject_id where e.type = 'timer.completed' group by t.id`,
    [LENGTH_MS],
  );
  report('phase turns, two workers', { phases: rows.length, ...named('heard of', late), ...named('presses', presses) });
  expect(rows).toEqual(Array(PEOPLE).fill({ early: false, times: 1 }));
  expect(Math.min(...late)).toBeGreaterThan(0);
  for (const share of [0.5, 0.9]) {
    expect(at(share, late)).toBeLessThan(Math.max(PROMISED_MS, TIMES * at(share, presses)));
  }
});

const at = (share: number, sample: readonly number[]) =>
  quantile(
    sample.toSorted((a, b) => a - b),
    share,
  );

/** The figures of one sample, under its name. */
function named(name: string, sample: readonly number[]): Record<string, number> {
  const { p50, p99 } = spread(sample);
  return { [`${name} p50 ms`]: p50, [`${name} p90 ms`]: rounded(at(0.9, sample)), [`${name} p99 ms`]: p99 };
}
