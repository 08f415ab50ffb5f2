import Link from 'next/link';
import type { PublicInvitation } from '#/components/auth/public-invitation.ts';
import { buttonClass } from '#/components/ui/button.tsx';

const HEADINGS = {
  accepted: 'This invitation has already been used',
  revoked: 'This invitation was revoked',
  expired: 'This invitation has expired',
};

/** Why an invitation can't be accepted, and what to do. */
export function InvitationOver({ invitation }: { invitation: PublicInvitation | null }) {
  const over = invitation && invitation.state !== 'open' ? { ...invitation, state: invitation.state } : null;
  return (
    <>
      <h1 className="text-xl font-semibold">{over ? HEADINGS[over.state] : 'Invitation not found'}</h1>
      {over?.state === 'accepted' && (
        <p className="text-text-2 wrap-anywhere">
          It works only once. If you used it, sign in: the workspace is in your menu.
        </p>
      )}
      {!over && (
        <p className="text-text-2 wrap-anywhere">The link may be incomplete. Open it again from the message.</p>
      )}
      <p className="mb-2 text-text-2 wrap-anywhere">
        {over
          ? `Ask ${over.invitedByName}, or another admin of ${over.workspace.name}, for a new one.`
          : 'If that doesn’t help, ask the sender for a new one.'}
      </p>
      <Link href="/" className={buttonClass({ size: 'lg' })}>
        Go to Today
      </Link>
    </>
  );
}
