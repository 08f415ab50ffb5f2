import type { Actor } from '#/lib/accounts/context.ts';
import { noLongerMember } from '#/lib/accounts/memberships/no-longer-member.ts';
import { findRights } from '#/lib/accounts/rights-query.ts';
import { authorizeAgain } from '#/lib/accounts/roles/authorize.ts';
import { scopesWithin } from '#/lib/accounts/roles/role.ts';
import { AppError } from '#/lib/core/errors.ts';
import type { Tx } from '#/lib/db/client.ts';

/**
 * The actor as they are now: between being recognized and their turn they may have been removed, disabled, given
 * another role, or signed out, and their API key may have been narrowed. What they were let do already is asked again; nothing else is rejected, so that who is no
 * admin any more can still stop a timer. The service's own work has no membership.
 * @throws AppError 401 `unauthenticated`; 403 `forbidden`
 */
export async function stillAllowed(tx: Pick<Tx, '$queryRaw'>, actor: Actor): Promise<Actor> {
  if (actor.credential.kind === 'worker') return actor;
  const rights = await findRights(tx, actor);
  if (!rights) throw noLongerMember();
  if (rights.isRevoked) throw revoked(actor);
  const { role, keyScopes } = rights;
  const scopes = scopesWithin(role, keyScopes ?? [...actor.scopes]).filter((scope) => actor.scopes.has(scope));
  if (role === actor.role && scopes.length === actor.scopes.size) return actor;
  const now = { ...actor, role, scopes: new Set(scopes) };
  authorizeAgain(actor, now);
  return now;
}

function revoked({ credential }: Actor): AppError {
  return new AppError('unauthenticated', {
    detail: `This ${credential.kind === 'session' ? 'session' : 'API key'} was revoked while the request waited. Sign in again, or use another key.`,
  });
}
