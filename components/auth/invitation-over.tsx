import Link from 'next/link';
import type { InvitationShown } from '#/components/auth/invitation-shown.ts';
import { buttonLook } from '#/components/ui/button.tsx';

const WORDS = {
  accepted: 'It has already been used, and works only once. If you used it, sign in: the workspace is in your menu.',
  revoked: 'An admin revoked it.',
  expired: 'It has expired.',
};

/** What became of an invitation that can't be accepted, and what to do. */
export function InvitationOver({ invitation }: { invitation: InvitationShown | null }) {
  const isKnown = invitation !== null && invitation.state !== 'open';
  return (
    <>
      <h1 className="text-xl font-semibold">
        {isKnown ? 'This invitation has expired or been used' : 'Invitation not found'}
      </h1>
      <p className="text-text-2 wrap-anywhere">
        {isKnown
          ? WORDS[invitation.state as keyof typeof WORDS]
          : 'The link may be incomplete. Open it again from the message.'}
      </p>
      <p className="mb-2 text-text-2 wrap-anywhere">
        {isKnown
          ? `Ask ${invitation.invitedByName}, or another admin of ${invitation.workspace.name}, for a new one.`
          : 'If that doesn’t help, ask the sender for a new one.'}
      </p>
      <Link href="/" className={buttonLook({ size: 'lg' })}>
        Go to Today
      </Link>
    </>
  );
}
