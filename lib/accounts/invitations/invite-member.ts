import { hashSecret } from '#/lib/accounts/api-keys/api-key.ts';
import {
  alreadyMember,
  expiryOf,
  type InvitationWithInviter,
  newInvitationSecret,
} from '#/lib/accounts/invitations/invitation.ts';
import { invitationJson } from '#/lib/accounts/invitations/invitation-json.ts';
import { invitationMail } from '#/lib/accounts/invitations/invitation-mail.ts';
import type { InviteInput } from '#/lib/accounts/invitations/invitation-schemas.ts';
import { countOpenInvitations, insertInvitation } from '#/lib/accounts/invitations/invitation-store.ts';
import { assertMailLimit } from '#/lib/accounts/invitations/mail-allowance.ts';
import { getMember } from '#/lib/accounts/me/member-query.ts';
import { lockMemberships } from '#/lib/accounts/memberships/lock-memberships.ts';
import { findMembership } from '#/lib/accounts/memberships/membership-store.ts';
import { findUserByEmail } from '#/lib/accounts/users/user-store.ts';
import type { Ctx, TxCtx } from '#/lib/context/context.ts';
import { authorize, authorizeRoleGrant } from '#/lib/context/roles/authorize.ts';
import { transaction } from '#/lib/context/transaction.ts';
import { readLinkSettings } from '#/lib/core/env.ts';
import { AppError } from '#/lib/core/errors.ts';
import { newId } from '#/lib/core/ids.ts';
import { recordEvent } from '#/lib/feed/events/record-event.ts';
import { enqueueMail } from '#/lib/jobs/mail.ts';

/** The list of open invitations has no pages; more than this is most likely a loop in a program. */
const MAX_OPEN = 500;

export type Invited = { invitation: InvitationWithInviter; url: string; mailed: boolean };

/**
 * Creates a link by which one person becomes a member; valid for seven days. Only this response contains `url`. It is
 * mailed when an address is given and SMTP is set.
 * @throws AppError 403 `scopes_exceeded` for a key that lacks a permission of the role; 409 `already_member` for a
 * member's address; 409 `too_many_invitations`; 429 `too_many_mails`
 */
export function inviteMember(ctx: Ctx, input: InviteInput): Promise<Invited> {
  authorize(ctx, 'members:manage');
  return transaction(ctx, async (ctx) => {
    await lockMemberships(ctx, 'members:manage');
    authorizeRoleGrant(ctx, input.role);
    await rejectMember(ctx, input.email);
    const secret = newInvitationSecret();
    const invitation = await addInvitation(ctx, input, secret);
    const url = `${readLinkSettings().APP_URL}/invitations/${secret}`;
    return { invitation, url, mailed: await mailLink(ctx, invitation, url) };
  });
}

async function rejectMember(ctx: TxCtx, email: string | undefined): Promise<void> {
  const user = email ? await findUserByEmail(ctx.tx, email) : null;
  const member = user && (await findMembership(ctx.tx, ctx.actor.workspaceId, user.id));
  if (member) throw alreadyMember(member.disabledAt !== null);
}

async function addInvitation(ctx: TxCtx, input: InviteInput, secret: string): Promise<InvitationWithInviter> {
  const { workspaceId, userId } = ctx.actor;
  const createdAt = await ctx.clock.now(ctx.tx);
  if ((await countOpenInvitations(ctx.tx, workspaceId, createdAt)) >= MAX_OPEN) throw tooMany();
  if (input.email) await assertMailLimit(ctx, createdAt);
  const row = {
    id: newId(),
    workspaceId,
    role: input.role,
    email: input.email ?? null,
    invitedBy: userId,
    createdAt,
    expiresAt: expiryOf(createdAt),
    acceptedAt: null,
    revokedAt: null,
  };
  await insertInvitation(ctx.tx, { ...row, tokenHash: hashSecret(secret) });
  const { user } = await getMember(ctx.tx, workspaceId, userId);
  const invitation = { ...row, invitedByName: user.name };
  await recordEvent(ctx, {
    type: 'invitation.created',
    subjectId: invitation.id,
    userId: null,
    data: { before: null, after: invitationJson(invitation) },
  });
  return invitation;
}

async function mailLink(ctx: TxCtx, invitation: InvitationWithInviter, url: string): Promise<boolean> {
  const { email } = invitation;
  if (!email) return false;
  const { workspace } = await getMember(ctx.tx, invitation.workspaceId, invitation.invitedBy);
  return enqueueMail(ctx, invitationMail({ ...invitation, email }, { workspaceName: workspace.name, url }));
}

function tooMany(): AppError {
  return new AppError('too_many_invitations', {
    detail: `This workspace has ${MAX_OPEN} open invitations. Revoke some, or wait until they are accepted or expire.`,
  });
}
