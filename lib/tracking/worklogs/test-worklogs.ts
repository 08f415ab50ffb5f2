import type { Ctx } from '#/lib/context/context.ts';
import { AppError } from '#/lib/core/errors.ts';
import { FairQueue } from '#/lib/core/fair-queue.ts';
import { getWorklogs } from '#/lib/tracking/worklogs/get-worklogs.ts';
import type { TrackerCalls } from '#/lib/tracking/worklogs/tracker.ts';
import { trackerOf } from '#/lib/tracking/worklogs/tracker-of.ts';
import { worklogsNotSetUp } from '#/lib/tracking/worklogs/worklog-errors.ts';

const RETRY_AFTER_SECONDS = 15;
/** A tracker that hangs takes its whole timeout: few run per workspace and in total, and none waits. */
const TEST_QUEUE = new FairQueue({ atOnce: 8, perTenant: 2, mostWaiting: 0 });
const CANNOT_READ_TOKEN = 'The token can’t be read anymore. Enter it again.';

export type WorklogTest = { account: string | null; error: string | null; now: Date };

/**
 * Requests the token's account from the tracker; changes nothing on either side.
 * @throws AppError 403, 404; 409 `worklogs_not_set_up`; 429 `too_many_tests`
 */
export async function testWorklogs(ctx: Ctx, sourceId: string, calls: TrackerCalls): Promise<WorklogTest> {
  const { settings, now } = await getWorklogs(ctx, sourceId);
  if (!settings) throw worklogsNotSetUp();
  const tracker = trackerOf(settings, calls);
  if (!tracker) return { account: null, error: CANNOT_READ_TOKEN, now };
  const outcome = await TEST_QUEUE.run(ctx.actor.workspaceId, () => tracker.check(), tooMany);
  if (outcome.kind === 'done') return { account: outcome.value, error: null, now };
  return { account: null, error: outcome.error, now };
}

function tooMany(): AppError {
  return new AppError('too_many_tests', {
    headers: { 'Retry-After': String(RETRY_AFTER_SECONDS) },
  });
}
