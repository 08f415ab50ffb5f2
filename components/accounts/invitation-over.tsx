import Link from 'next/link';
import type { InvitationShown } from '#/components/accounts/invitation-shown.ts';
import { buttonLook } from '#/components/ui/button.tsx';

const WORDS = {
  accepted: 'It was used already, and works once. If that was you, sign in: the workspace is in your menu.',
  revoked: 'It was withdrawn by an admin.',
  expired: 'It was valid for 7 days, and they are over.',
};

/** What became of an invitation that can't be accepted, and what to do. */
export function InvitationOver({ invitation }: { invitation: InvitationShown | null }) {
  const isKnown = invitation !== null && invitation.state !== 'open';
  return (
    <>
      <h1 className="text-xl font-semibold">
        {isKnown ? 'This invitation has expired or been used' : 'There is no such invitation'}
      </h1>
      <p className="text-text-2 wrap-anywhere">
        {isKnown
          ? WORDS[invitation.state as keyof typeof WORDS]
          : 'The link may have been cut off on its way. Open it once more from the message.'}
      </p>
      <p className="mb-2 text-text-2 wrap-anywhere">
        {isKnown
          ? `Ask ${invitation.invitedByName}, or another admin of ${invitation.workspace.name}, for a new one.`
          : 'If that does not help, ask who sent it for a new one.'}
      </p>
      <Link href="/" className={buttonLook({ size: 'lg' })}>
        Go to Today
      </Link>
    </>
  );
}
