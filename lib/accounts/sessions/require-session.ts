import type { Ctx } from '#/lib/context/context.ts';
import { AppError } from '#/lib/core/errors.ts';

/**
 * The id of the caller's session, for operations that an API key can't perform. @throws AppError 403 `session_required`
 */
export function requireSession({ actor }: Pick<Ctx, 'actor'>, what: string): string {
  if (actor.credential.kind === 'session') return actor.credential.sessionId;
  throw new AppError('session_required', { detail: `Sign in to ${what}; an API key can’t.` });
}
