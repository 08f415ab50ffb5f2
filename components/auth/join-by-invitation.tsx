import Link from 'next/link';
import { CreateAccountForm } from '#/components/auth/create-account-form.tsx';
import { InvitationHeader } from '#/components/auth/invitation-header.tsx';
import type { InvitationShown } from '#/components/auth/invitation-shown.ts';
import { formLinkLook } from '#/components/auth/link-look.ts';
import type { FormOutcome } from '#/lib/client/http/form-outcome.ts';

type Props = {
  token: string;
  invitation: InvitationShown;
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
        <Link href={`/sign-in?callbackUrl=${encodeURIComponent(`/invitations/${token}`)}`} className={formLinkLook}>
          Sign in
        </Link>{' '}
        and accept. Or create one here:
      </p>
      <CreateAccountForm action={create} zones={zones} invitation={{ token, email: invitation.email }} />
    </>
  );
}
