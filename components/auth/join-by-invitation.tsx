import Link from 'next/link';
import { CreateAccountForm } from '#/components/auth/create-account-form.tsx';
import { formLinkClass } from '#/components/auth/form-link-class.ts';
import { InvitationHeader } from '#/components/auth/invitation-header.tsx';
import type { PublicInvitation } from '#/components/auth/public-invitation.ts';
import type { FormOutcome } from '#/lib/client/http/form-outcome.ts';

type Props = {
  token: string;
  invitation: PublicInvitation;
  create: (form: FormData) => Promise<FormOutcome>;
  zones: string[];
};

/** For a signed-out person: create an account that is a member at once, or sign in and return. */
export function JoinByInvitation({ token, invitation, create, zones }: Props) {
  return (
    <>
      <InvitationHeader invitation={invitation} />
      <p className="mb-2">
        Have an account?{' '}
        <Link href={`/sign-in?callbackUrl=${encodeURIComponent(`/invitations/${token}`)}`} className={formLinkClass}>
          Sign in
        </Link>{' '}
        and accept. Or create one here:
      </p>
      <CreateAccountForm action={create} zones={zones} invitation={{ token, email: invitation.email }} />
    </>
  );
}
