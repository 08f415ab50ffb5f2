import { expect, test } from 'vitest';
import { COUNTDOWN_MS, runCountdowns } from '#/test/proofs/countdowns.ts';
import { setScene } from '#/test/proofs/scene.ts';

const COUNTDOWNS = 20;

test('two workers complete each countdown once, never early and at its exact deadline, without any action', async () => {
  const scene = await setScene();
  await Promise.all(['one', 'two'].map((name) => scene.worker(name)));
  await runCountdowns(scene, COUNTDOWNS);
  const { rows } = await scene.world.database.pool.query<{ early: boolean; exact: boolean; times: number }>(
    `select min(e.created_at) < t.started_at + $1 * interval '1 ms' as early,
            t.ended_at = t.started_at + $1 * interval '1 ms' as exact, count(*)::int as times
     from events e join timers t on t.id = e.subject_id where e.type = 'timer.completed' group by t.id`,
    [COUNTDOWN_MS],
  );
  expect(rows).toEqual(Array(COUNTDOWNS).fill({ early: false, exact: true, times: 1 }));
});
