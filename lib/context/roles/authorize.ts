import type { Actor, Ctx, Role } from '#/lib/context/context.ts';
import { type Permission, permissionsOf } from '#/lib/context/roles/role.ts';
import { AppError } from '#/lib/core/errors.ts';

/**
 * Authorizes the actor, or throws 403 `forbidden` with a message that names the missing scope. An operation is
 * authorized before its body is read; its verb authorizes again, for callers other than operations: forms, workers and
 * other verbs.
 */
export function authorize(ctx: Pick<Ctx, 'actor' | 'granted'>, permission: Permission): void {
  if (ctx.actor.scopes.has(permission)) {
    ctx.granted?.add(permission);
    return;
  }
  throw new AppError('forbidden', {
    detail: rejection(ctx.actor, permission),
    extra: { required_scope: permission },
    headers: ctx.actor.credential.kind === 'api_key' ? insufficientScope(permission) : {},
  });
}

/** RFC 6750, section 3.1. */
function insufficientScope(scope: Permission): Record<string, string> {
  return { 'WWW-Authenticate': `Bearer realm="timer-service", error="insufficient_scope", scope="${scope}"` };
}

/**
 * Rejects granting a role to a caller that lacks any of its permissions: a key with few scopes must not gain its
 * owner's power. @throws AppError 403 `scopes_exceeded`
 */
export function authorizeRoleGrant(ctx: { actor: Actor }, role: Role): void {
  const missing = permissionsOf(role).filter((permission) => !ctx.actor.scopes.has(permission));
  if (missing.length === 0) return;
  throw new AppError('scopes_exceeded', {
    detail: `You can’t grant more permissions than you have. To make someone ${role}, this API key needs ${missing.join(', ')}.`,
    fields: [{ pointer: '/role', detail: `You don’t have ${missing.join(', ')} yourself.` }],
  });
}

function rejection(actor: Actor, permission: Permission): string {
  if (!permissionsOf(actor.role).includes(permission)) {
    return `Your role, ${actor.role}, does not include ${permission}. Ask an owner or admin of the workspace.`;
  }
  return `This API key lacks the scope ${permission}. Use a key that has it, or create one under Settings, API keys.`;
}
