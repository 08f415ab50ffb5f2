import { findOwnWorkspaceName } from '#/lib/accounts/workspaces/own-workspace-name-query.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { AppError } from '#/lib/core/errors.ts';

/**
 * Rejects a request meant for another workspace than the caller's current one: a page that stays open while the person
 * switches in another tab still shows the first, and its buttons must not change the second.
 * @throws AppError 409 `workspace_switched`
 */
export async function requireWorkspace(ctx: Ctx, workspaceId: string | undefined): Promise<void> {
  const { actor } = ctx;
  if (workspaceId === undefined || workspaceId.toLowerCase() === actor.workspaceId) return;
  const sql = ctx.tx ?? ctx.db;
  // Sequential: a transaction runs one query at a time.
  const requestedName = (await findOwnWorkspaceName(sql, actor.userId, workspaceId)) ?? 'another workspace';
  const current = (await findOwnWorkspaceName(sql, actor.userId, actor.workspaceId)) ?? 'another one';
  throw new AppError('workspace_switched', {
    detail:
      actor.credential.kind === 'session'
        ? `This tab shows ${requestedName}; you have switched to ${current}. Reload the page.`
        : `This was meant for ${requestedName}; the API key works in ${current}.`,
  });
}
