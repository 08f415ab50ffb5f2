import { randomBytes } from 'node:crypto';
import type { Role } from '#/lib/context/context.ts';
import { DAY_MS } from '#/lib/core/duration.ts';
import { AppError } from '#/lib/core/errors.ts';

const VALID_DAYS = 7;
/** 256 bits, the output size of SHA-256, so a fast unsalted hash is the right one to store. */
const SECRET_BYTES = 32;

/** A link that makes the signed-in person who opens it a member, as admins see it: without the link's secret. */
export type Invitation = {
  id: string;
  workspaceId: string;
  role: Exclude<Role, 'owner'>;
  /** Only this person may accept it; null for anyone who has the link. */
  email: string | null;
  invitedBy: string;
  createdAt: Date;
  expiresAt: Date;
  acceptedAt: Date | null;
  revokedAt: Date | null;
};

/** With its creator's name, for lists. */
export type InvitationWithInviter = Invitation & { invitedByName: string };

export type InvitationState = 'open' | 'accepted' | 'revoked' | 'expired';

/** Half open: an invitation ends at the exact instant it expires. */
export function stateOf(
  invitation: Pick<Invitation, 'expiresAt' | 'acceptedAt' | 'revokedAt'>,
  now: Date,
): InvitationState {
  if (invitation.acceptedAt) return 'accepted';
  if (invitation.revokedAt) return 'revoked';
  return now < invitation.expiresAt ? 'open' : 'expired';
}

export function expiryOf(createdAt: Date): Date {
  return new Date(createdAt.getTime() + VALID_DAYS * DAY_MS);
}

/** 43 characters of base64url (RFC 4648, 5), as `invitationSecret` in the user's schemas takes them. */
export function newInvitationSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url');
}

const GONE_TEXT = {
  accepted: 'This invitation has already been used.',
  revoked: 'This invitation was revoked.',
  expired: 'This invitation has expired.',
};

/** Why this person may not accept it now, or null. `email` is the person's, normalized. */
export function acceptError(invitation: Invitation, email: string, now: Date): AppError | null {
  const state = stateOf(invitation, now);
  if (state !== 'open') return invitationGone(state);
  if (invitation.email === null || invitation.email === email) return null;
  return new AppError('invitation_for_someone_else', {
    detail: `This invitation is for ${invitation.email}. Sign in with that address, or ask for one of your own.`,
  });
}

export function invitationGone(state: keyof typeof GONE_TEXT): AppError {
  const detail = `${GONE_TEXT[state]} Ask an owner or admin of the workspace for another one.`;
  return new AppError('invitation_gone', { detail, extra: { state } });
}

export function invitationNotFound(): AppError {
  return new AppError('invitation_not_found');
}

/** 409 for a person who is already in the workspace, even as a disabled member. */
export function alreadyMember(isDisabled: boolean): AppError {
  return new AppError('already_member', {
    detail: isDisabled
      ? 'This membership is disabled. An owner or admin of the workspace can enable it.'
      : 'This person is already a member of the workspace.',
  });
}
