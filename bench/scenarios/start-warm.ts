import type { Bench } from '#/bench/bench.ts';
import { evenly, measureOnce } from '#/bench/measure.ts';
import type { Participant } from '#/bench/participant.ts';

const WARM_PER_SECOND = 1_000;
const WARM_SECONDS = 1.5;

/** Fires alarms until connections are open and V8 has compiled what runs. */
export async function fireUntilWarm(bench: Bench, participant: Participant): Promise<void> {
  await measureOnce(bench, participant, evenly(WARM_PER_SECOND, WARM_SECONDS));
}

/** Starts a participant, warms it up, passes it on, and stops it in any case. */
export async function withStarted<T>(bench: Bench, participant: Participant, work: () => Promise<T>): Promise<T> {
  await participant.start();
  try {
    await fireUntilWarm(bench, participant);
    await bench.postgres.checkpoint();
    return await work();
  } finally {
    await participant.stop();
  }
}
