import { countMailed } from '#/lib/accounts/invitations/invitation-store.ts';
import { lockUser } from '#/lib/accounts/users/lock-user-query.ts';
import type { TxCtx } from '#/lib/context/context.ts';
import { DAY_MS, HOUR_MS, SECOND_MS } from '#/lib/core/duration.ts';
import { readMailSettings } from '#/lib/core/env.ts';
import { AppError } from '#/lib/core/errors.ts';

/** So that nobody can use the mail server as a relay, not even with many workspaces. */
const MAX_OF_WORKSPACE = 100;
const MAX_OF_PERSON = 50;

/**
 * Rejects another invitation by mail when the actor, in all workspaces, or their workspace has sent too many in the 24
 * hours before `now`. Called under the workspace's lock; takes the person's lock after it, so the count is complete.
 * @throws AppError 429 `too_many_mails`
 */
export async function assertMailLimit(ctx: TxCtx, now: Date): Promise<void> {
  if (!readMailSettings().SMTP_URL) return;
  const { userId, workspaceId } = ctx.actor;
  await lockUser(ctx.tx, userId);
  const since = new Date(now.getTime() - DAY_MS);
  if ((await countMailed(ctx.tx, { workspaceId }, since)) >= MAX_OF_WORKSPACE) {
    throw tooManyMails(`This workspace has emailed ${MAX_OF_WORKSPACE} invitations`);
  }
  if ((await countMailed(ctx.tx, { invitedBy: userId }, since)) >= MAX_OF_PERSON) {
    throw tooManyMails(`You have emailed ${MAX_OF_PERSON} invitations`);
  }
}

function tooManyMails(what: string): AppError {
  return new AppError('too_many_mails', {
    detail: `${what} within a day. Create a link without an email address and send it yourself, or wait.`,
    headers: { 'Retry-After': String(HOUR_MS / SECOND_MS) },
  });
}
