import { isDeepStrictEqual } from 'node:util';
import { lockMemberships } from '#/lib/accounts/memberships/lock-memberships.ts';
import { getWorkspace } from '#/lib/accounts/workspaces/get-workspace.ts';
import { rescheduleClosing, type Workspace } from '#/lib/accounts/workspaces/workspace.ts';
import { workspaceSettingsJson } from '#/lib/accounts/workspaces/workspace-json.ts';
import type { EditWorkspaceInput } from '#/lib/accounts/workspaces/workspace-schemas.ts';
import { updateWorkspace } from '#/lib/accounts/workspaces/workspace-store.ts';
import type { TxCtx } from '#/lib/context/context.ts';
import { recordEvent } from '#/lib/feed/events/record-event.ts';

/**
 * Changes the settings of the workspace inside the caller's transaction, and returns them before and after. Callers use
 * `editWorkspace` of lib/tracking/workspaces: running timers must pause when timers are disabled.
 */
export async function changeWorkspace(
  ctx: TxCtx,
  input: EditWorkspaceInput,
): Promise<{ before: Workspace; after: Workspace }> {
  await lockMemberships(ctx, 'workspace:manage');
  const before = await getWorkspace(ctx);
  const after = edited(before, input, await ctx.clock.now(ctx.tx));
  if (isDeepStrictEqual(after, before)) return { before, after };
  const { id, role: _role, ...settings } = after;
  await updateWorkspace(ctx.tx, id, settings);
  await recordEvent(ctx, {
    type: 'workspace.edited',
    subjectId: id,
    userId: null,
    data: { before: workspaceSettingsJson(before), after: workspaceSettingsJson(after) },
  });
  return { before, after };
}

function edited(before: Workspace, input: EditWorkspaceInput, now: Date): Workspace {
  const closedThrough = input.closed_through === undefined ? before.closedThrough : input.closed_through;
  const closingGraceDays = input.closing_grace_days ?? before.closingGraceDays;
  const reschedulesClosing = closedThrough !== before.closedThrough || closingGraceDays !== before.closingGraceDays;
  return {
    ...before,
    name: input.name ?? before.name,
    capSeconds: input.cap_seconds ?? before.capSeconds,
    nudgeSeconds: input.nudge_seconds ?? before.nudgeSeconds,
    retentionDays: input.retention_days === undefined ? before.retentionDays : input.retention_days,
    allowedOrigins: input.allowed_origins ?? before.allowedOrigins,
    timersDisabledAt: disabledSince(before, input.timers_disabled, now),
    ...(reschedulesClosing && rescheduleClosing(before, { closedThrough, closingGraceDays }, now)),
  };
}

function disabledSince(before: Workspace, isDisabled: boolean | undefined, now: Date): Date | null {
  if (isDisabled === undefined) return before.timersDisabledAt;
  return isDisabled ? (before.timersDisabledAt ?? now) : null;
}
