import type { MeJson } from '#/lib/accounts/me/me-schemas.ts';
import { getMember } from '#/lib/accounts/me/member-query.ts';
import { settingsJson } from '#/lib/accounts/users/user-json.ts';
import { listWorkspaces } from '#/lib/accounts/workspaces/list-workspaces.ts';
import type { Ctx } from '#/lib/context/context.ts';

/** The caller, the workspace of this session or key, and the permissions there. */
export async function getMe(ctx: Ctx): Promise<MeJson> {
  const { actor } = ctx;
  const [{ user, workspace }, workspaces] = await Promise.all([
    getMember(ctx.db, actor.workspaceId, actor.userId),
    listWorkspaces(ctx),
  ]);
  const now = await ctx.clock.now(ctx.db);
  return {
    user: { id: user.id, email: user.email, ...settingsJson(user) },
    workspace: {
      id: workspace.id,
      name: workspace.name,
      cap_seconds: workspace.capSeconds,
      nudge_seconds: workspace.nudgeSeconds,
      timers_disabled_at: workspace.timersDisabledAt?.toISOString() ?? null,
    },
    workspaces,
    role: actor.role,
    scopes: [...actor.scopes],
    server_time: now.toISOString(),
  };
}
