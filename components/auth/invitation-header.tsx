import type { PublicInvitation } from '#/components/auth/public-invitation.ts';

type Props = { invitation: Pick<PublicInvitation, 'workspace' | 'role' | 'invitedByName'> };

const AS_ROLE = { admin: 'as an admin', member: 'as a member' } as const;

/** The header of an invitation's page. */
export function InvitationHeader({ invitation }: Props) {
  const { workspace, role, invitedByName } = invitation;
  return (
    <>
      <h1 className="text-xl font-semibold wrap-anywhere">Join {workspace.name}</h1>
      <p className="mb-2 text-text-2 wrap-anywhere">
        {invitedByName} invites you to the workspace {workspace.name} {AS_ROLE[role]}.
      </p>
    </>
  );
}
