import type { Limits } from '#/lib/analytics/alerts/alert.ts';
import { CheckHistory } from '#/lib/analytics/alerts/check-history.ts';
import { watchOperations } from '#/lib/analytics/alerts/watch-operations.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { SECOND_MS } from '#/lib/core/duration.ts';
import { log } from '#/lib/core/log.ts';
import { CANARY_WORKSPACE } from '#/lib/engine/canary/canary.ts';

const EVERY_MS = 30 * SECOND_MS;

/**
 * Watches the workers from the web process, since nothing else can notice that there are none. Runs until the process
 * ends.
 */
export async function watchWorkers(ctx: Omit<Ctx, 'actor'>, limits: Limits): Promise<void> {
  const checks = new CheckHistory(EVERY_MS);
  checks.recordCheck(await ctx.clock.now(ctx.db));
  let isLooking = false;
  setInterval(() => {
    if (isLooking) return;
    isLooking = true;
    watchOperations(ctx, { checks, limits, canaryWorkspace: CANARY_WORKSPACE })
      .catch((error: unknown) => log.warn({ err: error }, 'state of the workers not read; the next check retries'))
      .finally(() => {
        isLooking = false;
      });
  }, EVERY_MS).unref();
}
