import type { InvitationWithInviter } from '#/lib/accounts/invitations/invitation.ts';
import { mailName } from '#/lib/jobs/mail-name.ts';

/** The mail to an invited person. The instant is written in UTC, since their time zone is unknown. */
export function invitationMail(
  invitation: InvitationWithInviter & { email: string },
  about: { workspaceName: string; url: string },
): { to: string; subject: string; text: string } {
  const [inviter, workspace] = [mailName(invitation.invitedByName), mailName(about.workspaceName)];
  const until = `${invitation.expiresAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  return {
    to: invitation.email,
    subject: `${inviter} invites you to ${workspace}`,
    text: [
      `${inviter} invites you to track time in the workspace ${workspace}, as ${invitation.role === 'admin' ? 'an admin' : 'a member'}.`,
      `Open this link to join:\n${about.url}`,
      `It works once, until ${until}. If you weren’t expecting it, you can ignore this email.`,
      '',
    ].join('\n\n'),
  };
}
