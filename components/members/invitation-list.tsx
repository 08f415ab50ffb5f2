'use client';

import type { UseQueryResult } from '@tanstack/react-query';
import { formatRelative } from '#/components/alarms/format-alarm.ts';
import { ROLE_LABELS } from '#/components/members/role-labels.ts';
import { formatInstant } from '#/components/settings/format-when.ts';
import { Button } from '#/components/ui/button.tsx';
import { ListError } from '#/components/ui/list/list-error.tsx';
import type { InvitationJson } from '#/lib/accounts/invitations/invitation-schemas.ts';
import type { FormOutcome } from '#/lib/client/http/form-outcome.ts';
import { UNREACHABLE } from '#/lib/client/http/unreachable.ts';
import { useLive, useServerNow, useTimeStyle } from '#/lib/client/live/use-live.tsx';
import type { InvitationListJson } from '#/lib/client/members/member-queries.ts';
import { counted } from '#/lib/client/time/format-time.ts';
import { DAY_MS, MINUTE_MS } from '#/lib/core/duration.ts';

type Props = {
  query: UseQueryResult<InvitationListJson>;
  isAlone: boolean;
  onInvite: () => void;
  onRevoke: (id: string) => Promise<FormOutcome>;
  onChanged: () => void;
};

/** Links that can still be accepted. */
export function InvitationList({ query, isAlone, onInvite, onRevoke, onChanged }: Props) {
  const invitations = query.data?.invitations ?? [];
  const revoke = useRevoke(onRevoke, onChanged);
  return (
    <section aria-labelledby="invitations" className="mt-8">
      <h2 id="invitations" className="mb-2 font-semibold">
        Invitations
      </h2>
      {query.data && invitations.length === 0 && <NoInvitations isAlone={isAlone} onInvite={onInvite} />}
      {invitations.length > 0 && (
        <ul className="border-t border-line max-md:-mx-4">
          {invitations.map((invitation) => (
            <InvitationRow key={invitation.id} invitation={invitation} onRevoke={() => revoke(invitation)} />
          ))}
        </ul>
      )}
      {!query.data && query.isError && <ListError noun="invitations" error={query.error} size="part" />}
    </section>
  );
}

function NoInvitations({ isAlone, onInvite }: { isAlone: boolean; onInvite: () => void }) {
  return (
    <div className="grid justify-items-start gap-3">
      <p className="text-text-3">
        {isAlone
          ? 'Only you so far. Invite others by link or by email.'
          : 'No open invitations. Each link works once, and expires.'}
      </p>
      {isAlone && (
        <Button size="sm" icon="plus" onClick={onInvite}>
          Invite someone
        </Button>
      )}
    </div>
  );
}

function InvitationRow({ invitation, onRevoke }: { invitation: InvitationJson; onRevoke: () => void }) {
  const style = useTimeStyle();
  const now = useServerNow(MINUTE_MS);
  const who = invitation.email ?? 'Anyone with the link';
  const expiresAt = Date.parse(invitation.expires_at);
  return (
    <li className="grid min-h-10 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 border-b border-line px-4 py-2 hover:bg-hover md:grid-cols-[28%_88px_minmax(0,1fr)_112px_auto] md:px-2 md:py-1 lg:grid-cols-[28%_minmax(0,1fr)_88px_216px_calc(22%+40px)] lg:gap-x-0 lg:px-0">
      <span className="truncate pr-3 font-medium lg:pl-2">{who}</span>
      <span className="text-text-2 max-md:order-3 lg:order-2">{ROLE_LABELS[invitation.role]}</span>
      <span className="truncate pr-3 text-text-3 max-md:order-4 max-md:pr-0 max-md:text-right lg:order-1">
        by {invitation.invited_by.name}
      </span>
      <span className="text-text-3 max-md:order-5 lg:order-3" title={formatInstant(new Date(expiresAt), style)}>
        expires {formatUntil(expiresAt, now)}
      </span>
      <Button
        variant="ghost"
        size="sm"
        className="justify-self-end px-1 max-md:-mr-1 lg:order-4 lg:mr-2"
        aria-label={`Revoke invitation for ${who}`}
        onClick={onRevoke}
      >
        Revoke
      </Button>
    </li>
  );
}

/** "in 6 days", "in 3 h". */
function formatUntil(at: number, now: number): string {
  return formatRelative(at, now) ?? `in ${counted(Math.floor((at - now) / DAY_MS), 'day')}`;
}

/** A link can be created again, so it does not ask. */
function useRevoke(onRevoke: Props['onRevoke'], onChanged: () => void) {
  const { toasts } = useLive();
  return async ({ id, email }: InvitationJson) => {
    const outcome = await onRevoke(id).catch(() => UNREACHABLE);
    onChanged();
    if (outcome.ok)
      toasts.show({
        icon: 'discard',
        lead: 'Revoked.',
        text: `The link${email ? ` for ${email}` : ''} no longer works.`,
      });
    else toasts.show({ icon: 'warning', lead: 'Not revoked.', text: outcome.message ?? 'Try again.' });
  };
}
