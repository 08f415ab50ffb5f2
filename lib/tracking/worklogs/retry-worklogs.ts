import type { Ctx } from '#/lib/context/context.ts';
import { changeWorklogs } from '#/lib/tracking/worklogs/change-worklogs.ts';
import type { WorklogOverview } from '#/lib/tracking/worklogs/get-worklogs.ts';
import { retryFailed, touchWorklogs } from '#/lib/tracking/worklogs/worklog-store.ts';

/**
 * Retries the failed worklogs of a source, and the waiting ones immediately; resumes a paused source.
 * @throws AppError 403, 404; 409 `worklogs_not_set_up`
 */
export async function retryWorklogs(ctx: Ctx, sourceId: string): Promise<WorklogOverview> {
  return changeWorklogs(ctx, sourceId, async ({ tx }, settings, now) => {
    await touchWorklogs(tx, sourceId, { only: 'failed', at: settings.onSince });
    await retryFailed(tx, sourceId, now);
    if (settings.state === 'off') return settings;
    return { ...settings, pausedAt: null, pausedReason: null, waitUntil: null };
  });
}
