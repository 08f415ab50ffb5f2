import type { Limits } from '#/lib/analytics/alerts/alert.ts';
import { CheckHistory } from '#/lib/analytics/alerts/check-history.ts';
import { watchOperations } from '#/lib/analytics/alerts/watch-operations.ts';
import type { AttemptCounter } from '#/lib/analytics/minutes/attempt-counter.ts';
import { recordAttemptCounts } from '#/lib/analytics/minutes/record-attempt-counts.ts';
import { writeMinute } from '#/lib/analytics/minutes/write-minute.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { SECOND_MS } from '#/lib/core/duration.ts';
import { log } from '#/lib/core/log.ts';
import { CANARY_WORKSPACE } from '#/lib/engine/canary/canary.ts';
import { createCanaries } from '#/lib/engine/canary/create-canaries.ts';
import { EngineLoop, type Pass } from '#/worker/engine/engine-loop.ts';

const EVERY_MS = 10 * SECOND_MS;

export type PulseParts = {
  tally: AttemptCounter;
  limits: Limits;
};

/**
 * A worker's pass every ten seconds for the metrics: reports its counts, writes the minute unless another worker has,
 * creates the next canaries, and checks the alert rules. Not a pg-boss job, since that checks its schedule every half
 * minute: too rarely for canaries, and for a minute that has to be written in its first seconds.
 */
export function createPulse(ctx: Omit<Ctx, 'actor'>, parts: PulseParts): EngineLoop {
  return new EngineLoop(pulsePass(ctx, parts), EVERY_MS);
}

/** One pass, which never rejects: returns in how many milliseconds the next is due. */
export function pulsePass(ctx: Omit<Ctx, 'actor'>, parts: PulseParts): Pass {
  const checks = new CheckHistory(EVERY_MS);
  const { tally, limits } = parts;
  const steps = {
    'what was counted': () => recordAttemptCounts(ctx, tally),
    'the minute': () => writeMinute(ctx, CANARY_WORKSPACE),
    canaries: async () => limits.canaryEveryMs > 0 && createCanaries(ctx, limits.canaryEveryMs),
    alerts: async () => {
      await watchOperations(ctx, { checks, limits, canaryWorkspace: CANARY_WORKSPACE });
    },
  };
  return async () => {
    for (const [what, step] of Object.entries(steps)) {
      // A failing one must not stop the others.
      await step().catch((error: unknown) => log.warn({ err: error, what }, 'not written; the worker retries'));
    }
    return EVERY_MS;
  };
}
