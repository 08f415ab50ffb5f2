import type { Ctx } from '#/lib/accounts/context.ts';
import type { MeJson } from '#/lib/accounts/me-schemas.ts';
import { getMember } from '#/lib/accounts/member-query.ts';

/** The caller, the workspace of this session or key, and what may be done with it. */
export async function getMe(ctx: Ctx): Promise<MeJson> {
  const { actor } = ctx;
  const { user, workspace } = await getMember(ctx.db, actor.workspaceId, actor.userId);
  const now = await ctx.clock.now(ctx.db);
  return {
    user: { id: user.id, email: user.email, name: user.name, time_zone: user.timeZone },
    workspace: { id: workspace.id, name: workspace.name, cap_seconds: workspace.capSeconds },
    role: actor.role,
    scopes: [...actor.scopes],
    server_time: now.toISOString(),
  };
}
