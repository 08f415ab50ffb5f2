import type { Actor, Ctx } from '#/lib/context/context.ts';
import { noLongerMember } from '#/lib/context/no-longer-member.ts';
import { findRights } from '#/lib/context/rights-query.ts';
import { authorize } from '#/lib/context/roles/authorize.ts';
import { type Permission, scopesWithin } from '#/lib/context/roles/role.ts';
import { AppError } from '#/lib/core/errors.ts';
import type { Tx } from '#/lib/db/client.ts';

/**
 * Revalidates the actor: while it waited for the mutex, it may have been removed, disabled, given another role, or
 * signed out, and its API key may have been narrowed. Only the permissions it has already used are checked again, so
 * that a former admin can still stop a timer. The service's own work has no membership.
 * @throws AppError 401 `unauthenticated` for a revoked credential; 403 `forbidden`
 */
export async function stillAllowed(
  tx: Pick<Tx, '$queryRaw'>,
  { actor, granted = actor.scopes }: Pick<Ctx, 'actor'> & { granted?: ReadonlySet<string> },
): Promise<Actor> {
  if (actor.credential.kind === 'worker') return actor;
  const rights = await findRights(tx, actor);
  if (!rights) throw noLongerMember();
  if (rights.isRevoked) throw revoked(actor);
  const { role, keyScopes } = rights;
  const scopes = scopesWithin(role, keyScopes ?? [...actor.scopes]).filter((scope) => actor.scopes.has(scope));
  if (role === actor.role && scopes.length === actor.scopes.size) return actor;
  const now = { ...actor, role, scopes: new Set(scopes) };
  for (const permission of granted) authorize({ actor: now }, permission as Permission);
  return now;
}

function revoked({ credential }: Actor): AppError {
  return new AppError('unauthenticated', {
    detail: `This ${credential.kind === 'session' ? 'session' : 'API key'} was revoked while the request waited. Sign in again, or use another key.`,
  });
}
