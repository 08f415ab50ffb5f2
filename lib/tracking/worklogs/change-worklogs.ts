import { isDeepStrictEqual } from 'node:util';
import type { Ctx, TxCtx } from '#/lib/context/context.ts';
import { authorize } from '#/lib/context/roles/authorize.ts';
import { transaction } from '#/lib/context/transaction.ts';
import { notFound } from '#/lib/core/errors.ts';
import { recordEvent } from '#/lib/feed/events/record-event.ts';
import { lockTicketSource } from '#/lib/tracking/ticket-sources/ticket-source-store.ts';
import { overviewOf, type WorklogOverview } from '#/lib/tracking/worklogs/get-worklogs.ts';
import type { WorklogSettings } from '#/lib/tracking/worklogs/worklog.ts';
import { worklogsNotSetUp } from '#/lib/tracking/worklogs/worklog-errors.ts';
import { worklogFacts } from '#/lib/tracking/worklogs/worklog-json.ts';
import { countWorklogs } from '#/lib/tracking/worklogs/worklog-overview-query.ts';
import { lockWorklogSettings, saveWorklogSettings } from '#/lib/tracking/worklogs/worklog-store.ts';

type Change = (ctx: TxCtx, settings: WorklogSettings, now: Date) => Promise<WorklogSettings>;

/**
 * Changes the settings of worklogs, and records an event when anything changed. @throws AppError 403, 404; 409
 * `worklogs_not_set_up`
 */
export async function changeWorklogs(ctx: Ctx, sourceId: string, change: Change): Promise<WorklogOverview> {
  authorize(ctx, 'workspace:manage');
  return transaction(ctx, async (inner) => {
    const source = await lockTicketSource(inner.tx, { id: sourceId, workspaceId: inner.actor.workspaceId });
    if (!source) throw notFound('ticket_source');
    const before = await lockWorklogSettings(inner.tx, sourceId);
    if (!before) throw worklogsNotSetUp();
    const now = await inner.clock.now(inner.tx);
    const { failed: failedBefore } = await countWorklogs(inner.tx, sourceId);
    const settings = { ...(await change(inner, before, now)), updatedAt: now };
    await saveWorklogSettings(inner.tx, settings);
    const overview = await overviewOf(inner, sourceId);
    const was = { ...worklogFacts(before), failed: failedBefore };
    const after = { ...worklogFacts(settings), failed: overview.counts.failed };
    if (isDeepStrictEqual(was, after)) return overview;
    const data = { ticket_source: { id: source.id, name: source.name }, before: was, after };
    const type = settings.state === 'removing' ? 'ticket_source.worklogs_removed' : 'ticket_source.worklogs_retried';
    await recordEvent(inner, { type, subjectId: sourceId, userId: null, data }, now);
    return overview;
  });
}
