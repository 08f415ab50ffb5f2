import type { Actor } from '#/lib/accounts/context.ts';
import { type Permission, permissionsOf } from '#/lib/accounts/roles/role.ts';
import { AppError } from '#/lib/core/errors.ts';

/** Lets the actor pass, or throws 403 `forbidden` with words that name the missing scope. */
export function authorize(ctx: { actor: Actor }, permission: Permission): void {
  if (ctx.actor.scopes.has(permission)) return;
  throw new AppError('forbidden', {
    status: 403,
    detail: refusal(ctx.actor, permission),
    extra: { required_scope: permission },
  });
}

function refusal(actor: Actor, permission: Permission): string {
  if (!permissionsOf(actor.role).includes(permission)) {
    return `Your role, ${actor.role}, does not include ${permission}. Ask an owner or admin of the workspace.`;
  }
  return `This API key lacks the scope ${permission}. Use a key that has it, or create one under Settings, API keys.`;
}
