'use client';

import { SignOutButton } from '#/components/auth/sign-out-button.tsx';
import { formatAgo, formatDate, formatInstant } from '#/components/settings/format-when.ts';
import { Button } from '#/components/ui/button.tsx';
import { FormProblem } from '#/components/ui/form/form-problem.tsx';
import { useForm } from '#/components/ui/form/use-form.ts';
import { describeDevice, type Session } from '#/lib/accounts/sessions/session.ts';
import type { FormOutcome } from '#/lib/client/http/form-outcome.ts';
import { useTimeStyle } from '#/lib/client/live/use-live.tsx';

type Listed = Session & { isCurrent: boolean };
type Props = { sessions: Listed[]; now: Date; revoke: (form: FormData) => Promise<FormOutcome> };

/** Where a person is signed in. Ending a session does not ask: signing in again undoes it. */
export function SessionList({ sessions, now, revoke }: Props) {
  return (
    <ul className="border-t border-line">
      {sessions.map((session) => (
        <SessionRow key={session.id} session={session} now={now} revoke={revoke} />
      ))}
    </ul>
  );
}

type RowProps = Omit<Props, 'sessions'> & { session: Listed };

function SessionRow({ session, now, revoke }: RowProps) {
  const style = useTimeStyle();
  const { form, isBusy, message } = useForm(revoke);
  const device = describeDevice(session.userAgent);
  return (
    <li className="flex min-h-10 flex-wrap items-center gap-x-3 border-b border-line py-2">
      <span className="font-medium">{device}</span>
      {session.isCurrent && <span className="text-text-2">this device</span>}
      <span className="font-mono text-xs text-text-3">{session.address}</span>
      <div className="flex items-center gap-x-3 max-md:w-full max-md:justify-between md:ml-auto">
        <span className="text-text-3" title={formatInstant(session.createdAt, style)}>
          signed in {formatAgo(session.createdAt, now, style)}, until {formatDate(session.expiresAt, now, style)}
        </span>
        {session.isCurrent ? (
          <SignOutButton />
        ) : (
          <form {...form}>
            <input type="hidden" name="id" value={session.id} />
            <Button
              type="submit"
              variant="ghost"
              size="sm"
              className="-my-1 px-1"
              busy={isBusy}
              busyLabel="Signing out…"
              aria-label={`Sign out ${device}, ${session.address ?? 'address unknown'}`}
            >
              Sign out
            </Button>
          </form>
        )}
      </div>
      <FormProblem text={message} />
    </li>
  );
}
