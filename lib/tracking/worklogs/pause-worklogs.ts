import { listAdmins } from '#/lib/accounts/memberships/admins-query.ts';
import type { Actor, Ctx } from '#/lib/context/context.ts';
import { transaction } from '#/lib/context/transaction.ts';
import { recordEvent } from '#/lib/feed/events/record-event.ts';
import { enqueueNotification } from '#/lib/jobs/notification-job.ts';
import { findTicketSource } from '#/lib/tracking/ticket-sources/ticket-source-store.ts';
import { worklogFacts } from '#/lib/tracking/worklogs/worklog-json.ts';
import { lockWorklogSettings, saveWorklogSettings } from '#/lib/tracking/worklogs/worklog-store.ts';

/**
 * Stops pushing worklogs of a source until it is resumed, and notifies the admins of the reason. Only once: not when it
 * is already paused, nor when its settings were saved after `triedAt`, since another token failed.
 */
export async function pauseWorklogs(
  ctx: Omit<Ctx, 'actor'>,
  sourceId: string,
  { reason, triedAt }: { reason: string; triedAt: Date },
): Promise<void> {
  const source = await findTicketSource(ctx.db, sourceId);
  if (!source) return;
  const { workspaceId, createdBy } = source;
  const credential = { kind: 'worker', name: 'worklogs' } as const;
  const actor: Actor = { userId: createdBy, workspaceId, role: 'member', scopes: new Set(), credential };
  await transaction({ ...ctx, actor }, async (inner) => {
    const before = await lockWorklogSettings(inner.tx, sourceId);
    if (!before || before.pausedAt || before.updatedAt > triedAt) return;
    const now = await inner.clock.now(inner.tx);
    const paused = { ...before, pausedAt: now, pausedReason: reason, updatedAt: now };
    await saveWorklogSettings(inner.tx, paused);
    const [was, after] = [worklogFacts(before), worklogFacts(paused)];
    const data = { ticket_source: { id: source.id, name: source.name }, before: was, after };
    await recordEvent(inner, { type: 'ticket_source.worklogs_paused', subjectId: sourceId, userId: null, data }, now);
    for (const { userId, workspaceName } of await listAdmins(inner.tx, workspaceId)) {
      await enqueueNotification(inner, {
        workspaceId,
        userId,
        kind: 'worklogs_paused',
        fact: `worklogs:${sourceId}:paused at ${now.toISOString()}`,
        data: { ticket_source_id: sourceId, name: source.name, reason, workspace_name: workspaceName },
      });
    }
  });
}
