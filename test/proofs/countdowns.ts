import pg from 'pg';
import { onTestFinished } from 'vitest';
import { databaseClock } from '#/lib/db/database-clock.ts';
import { FEED_CHANNEL } from '#/lib/feed/notify/notify-feed.ts';
import { startTimer } from '#/lib/tracking/timers/start-timer.ts';
import { startTimerInput } from '#/lib/tracking/timers/timer-input-schemas.ts';
import type { Scene } from '#/test/proofs/scene.ts';

export const COUNTDOWN_MS = 1_500;

/** Milliseconds: how long its start took, and from its deadline to when a web process can have received its end. */
export type Countdown = { startTookMs: number; receivedAfterMs: number };

/**
 * Countdowns that workers complete. One after the other, so that none waits for another, however busy the machine: the
 * guarantee is for single ones.
 */
export async function runCountdowns({ world, instants }: Scene, count: number): Promise<Countdown[]> {
  const receivedOf = await listenForCompletion(world.database.url);
  const done: Countdown[] = [];
  for (let n = 0; n < count; n += 1) {
    const ctx = { ...(await world.member()), clock: databaseClock };
    const began = performance.now();
    const { timer } = await startTimer(
      ctx,
      startTimerInput.parse({ type: 'countdown', plan: { type: 'countdown', duration_ms: COUNTDOWN_MS } }),
    );
    const startTookMs = performance.now() - began;
    const receivedMs = await receivedOf(timer.id);
    const deadlineUs = (timer.startedAt.getTime() + COUNTDOWN_MS) * 1_000;
    done.push({ startTookMs, receivedAfterMs: receivedMs - instants.monotonicMs(deadlineUs) });
  }
  return done;
}

/** Listens to the feed like a web process: by the notification of a commit. Resolves when a timer is completed. */
async function listenForCompletion(url: string): Promise<(id: string) => Promise<number>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  let wake = () => {};
  client.on('notification', () => wake());
  onTestFinished(() => client.end());
  await client.query(`listen ${FEED_CHANNEL}`);
  return async (id) => {
    for (;;) {
      const notified = new Promise<void>((resolve) => {
        wake = resolve;
      });
      const { rows } = await client.query(`select 1 from events where type = 'timer.completed' and subject_id = $1`, [
        id,
      ]);
      if (rows.length > 0) return performance.now();
      await notified;
    }
  };
}
