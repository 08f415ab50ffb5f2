import type { Metadata } from 'next';
import { createAccountAction } from '#/app/(auth)/create-account-action.ts';
import { acceptInvitationAction } from '#/app/(auth)/invitations/[token]/accept-invitation-action.ts';
import { findMe } from '#/app/find-me.ts';
import { AcceptInvitation } from '#/components/auth/accept-invitation.tsx';
import { InvitationForSomeoneElse } from '#/components/auth/invitation-for-someone-else.tsx';
import { InvitationOver } from '#/components/auth/invitation-over.tsx';
import { JoinByInvitation } from '#/components/auth/join-by-invitation.tsx';
import { findInvitation } from '#/lib/accounts/invitations/find-invitation.ts';
import { timeZones } from '#/lib/accounts/users/time-zones.ts';
import { defaultSystem } from '#/lib/context/default-system.ts';

export const metadata: Metadata = { title: 'Invitation', referrer: 'no-referrer' };

/** The inviter, the invited person and the workspace; a signed-in person accepts it, or a new account. */
export default async function InvitationPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  const [invitation, me] = await Promise.all([findInvitation(defaultSystem(), token), findMe()]);
  if (invitation?.state !== 'open') return <InvitationOver invitation={invitation} />;
  if (!me) {
    return <JoinByInvitation token={token} invitation={invitation} create={createAccountAction} zones={timeZones()} />;
  }
  if (invitation.email && invitation.email !== me.user.email) {
    return <InvitationForSomeoneElse token={token} invitation={invitation} email={me.user.email} />;
  }
  const isMember = me.workspaces.some(({ id }) => id === invitation.workspace.id);
  return (
    <AcceptInvitation
      token={token}
      invitation={invitation}
      name={me.user.name}
      isMember={isMember}
      accept={acceptInvitationAction}
    />
  );
}
