import type { Actor } from '#/lib/accounts/context.ts';
import { isAppError } from '#/lib/core/errors.ts';
import { log } from '#/lib/core/log.ts';
import type { FeedEvent } from '#/lib/events/event.ts';

/** Recognises the caller once more. Throws 401 once the session or key is no longer good. */
export type Recognize = () => Promise<Actor>;
/** Why a stream or socket ends: nobody may use it any more, or its caller may now do other things than when it began. */
export type Ended = 'credential' | 'permissions';

/** Types after which a person may be gone from the workspace, or do other things in it. */
const TOUCHES_MEMBER = new Set<string>([
  'member.edited',
  'member.disabled',
  'member.left',
  'member.removed',
  'workspace.transferred',
]);

/** True for events after which the caller is to be recognised anew, at once. */
export function mayEndCredential(event: FeedEvent, { credential, userId, workspaceId }: Actor): boolean {
  if (event.type === 'session.revoked') {
    return credential.kind === 'session' && event.subjectId === credential.sessionId;
  }
  if (event.type === 'api_key.revoked') {
    return credential.kind === 'api_key' && event.subjectId === credential.apiKeyId;
  }
  if (event.workspaceId !== workspaceId || !TOUCHES_MEMBER.has(event.type)) return false;
  return event.userId === userId || event.type === 'workspace.transferred';
}

/** Looks who the caller is now. Calls `end` when that is nobody, or somebody else than it was; null while unknown. */
export async function recheck(actor: Actor, recognize: Recognize, end: (why: Ended) => void): Promise<boolean> {
  try {
    if (isSame(actor, await recognize())) return true;
    end('permissions');
  } catch (error) {
    if (isAppError(error)) end('credential');
    else log.warn({ err: error }, 'caller of a stream not recognised just now; asking again soon');
  }
  return false;
}

function isSame(one: Actor, other: Actor): boolean {
  if (one.userId !== other.userId || one.workspaceId !== other.workspaceId) return false;
  return one.scopes.size === other.scopes.size && [...one.scopes].every((scope) => other.scopes.has(scope));
}
