import type { InvitationWithInviter } from '#/lib/accounts/invitations/invitation.ts';

/** What an invited person is sent. The instant is written in UTC, since nothing is known of where they are. */
export function invitationMail(
  invitation: InvitationWithInviter & { email: string },
  { workspaceName, url }: { workspaceName: string; url: string },
): { to: string; subject: string; text: string } {
  const until = `${invitation.expiresAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  return {
    to: invitation.email,
    subject: `${invitation.invitedByName} invites you to ${workspaceName}`,
    text: [
      `${invitation.invitedByName} invites you to track time in the workspace ${workspaceName}, as ${invitation.role === 'admin' ? 'an admin' : 'a member'}.`,
      `Open this link to join:\n${url}`,
      `It works once, until ${until}. If you did not expect it, ignore this mail: nothing happens.`,
      '',
    ].join('\n\n'),
  };
}
