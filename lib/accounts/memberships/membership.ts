import type { Role } from '#/lib/context/context.ts';
import { AppError } from '#/lib/core/errors.ts';

/** The membership of a person in a workspace. */
export type Membership = { workspaceId: string; userId: string; role: Role; disabledAt: Date | null };

/** A member as others see them. */
export type Member = {
  userId: string;
  name: string;
  email: string;
  role: Role;
  joinedAt: Date;
  disabledAt: Date | null;
  lastSeenAt: Date | null;
  /** Null when no timer runs here, or when the caller may not see everyone's timers. */
  running: { timerId: string; title: string; ticketKey: string | null; startedAt: Date } | null;
};

/** What an admin may do to a membership; a person may only `leave`. */
export type MembershipChange =
  | { kind: 'edit'; role?: Role | undefined; disabled?: boolean | undefined }
  | { kind: 'remove' }
  | { kind: 'leave' };

/**
 * Why this change is rejected, or null: a workspace always has an owner, and nobody can lock themselves out by mistake.
 */
export function membershipChangeError(target: Membership, change: MembershipChange, actorId: string): AppError | null {
  const isSelf = target.userId === actorId;
  if (target.role === 'owner' && removesRights(target, change)) return ownerMustTransfer();
  if (change.kind === 'edit' && change.disabled && isSelf) return isYourself('disable');
  return change.kind === 'remove' && isSelf ? isYourself('remove') : null;
}

/** Setting the current value changes nothing. */
function removesRights(target: Membership, change: MembershipChange): boolean {
  if (change.kind !== 'edit') return true;
  return change.disabled === true || (change.role !== undefined && change.role !== target.role);
}

export function ownerMustTransfer(): AppError {
  return new AppError('owner_must_transfer', {
    detail: 'A workspace must have an owner. Transfer ownership to another member first.',
  });
}

function isYourself(what: 'disable' | 'remove'): AppError {
  const detail = {
    disable: 'You can’t disable yourself. Ask another admin, or leave the workspace.',
    remove: 'You can’t remove yourself. Leave the workspace instead.',
  };
  return new AppError('member_is_yourself', { detail: detail[what] });
}
