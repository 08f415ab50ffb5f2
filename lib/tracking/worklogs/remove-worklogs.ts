import type { Ctx } from '#/lib/context/context.ts';
import { changeWorklogs } from '#/lib/tracking/worklogs/change-worklogs.ts';
import type { WorklogOverview } from '#/lib/tracking/worklogs/get-worklogs.ts';
import { retryFailed, touchWorklogs } from '#/lib/tracking/worklogs/worklog-store.ts';

/**
 * Removes all worklogs that a source has pushed, in the background, and stops pushing.
 * @throws AppError 403, 404; 409 `worklogs_not_set_up`
 */
export async function removeWorklogs(ctx: Ctx, sourceId: string): Promise<WorklogOverview> {
  return changeWorklogs(ctx, sourceId, async ({ tx }, settings, now) => {
    await retryFailed(tx, sourceId, now);
    await touchWorklogs(tx, sourceId, { only: 'all', at: settings.onSince });
    return { ...settings, state: 'removing', pausedAt: null, pausedReason: null, waitUntil: null };
  });
}
