'use client';

import { useState } from 'react';
import { formatRunning } from '#/components/members/format-member.ts';
import type { MemberActions } from '#/components/members/member-actions.ts';
import type { MemberAction } from '#/components/members/member-actions-for.ts';
import { ConfirmDialog } from '#/components/ui/dialog/confirm-dialog.tsx';
import { TextField } from '#/components/ui/form/text-field.tsx';
import type { MemberJson } from '#/lib/accounts/memberships/membership-schemas.ts';
import type { FormOutcome } from '#/lib/client/http/form-outcome.ts';
import { UNREACHABLE } from '#/lib/client/http/unreachable.ts';
import { useMe, useTimeStyle, useToday } from '#/lib/client/live/use-live.tsx';

const BUSY = 'One moment…';
const CANCEL = 'Cancel';

type Props = { member: MemberJson; action: MemberAction; actions: MemberActions; onClose: (isDone: boolean) => void };

/** Explains the effect first, then asks. */
export function MemberConfirmDialog({ member, action, actions, onClose }: Props) {
  const { workspace } = useMe();
  const { user_id: id, name } = member;
  const shared = { busyLabel: BUSY, cancelLabel: CANCEL, onCancel: () => onClose(false) };
  if (action === 'transfer') return <TransferDialog member={member} actions={actions} onClose={onClose} />;
  if (action === 'enable') {
    return (
      <ConfirmDialog
        {...shared}
        isDanger={false}
        title={`Enable ${name}?`}
        label="Enable"
        onConfirm={() => attempt(() => actions.edit(id, { disabled: false }), onClose)}
      >
        <p>
          They can sign in to {workspace.name} again as {member.role === 'admin' ? 'an admin' : 'a member'}, and their
          API keys work again.
        </p>
      </ConfirmDialog>
    );
  }
  if (action === 'disable') {
    return (
      <ConfirmDialog
        {...shared}
        title={`Disable ${name}?`}
        label="Disable"
        onConfirm={() => attempt(() => actions.edit(id, { disabled: true }), onClose)}
      >
        <p>
          {name} can’t use {workspace.name} until you enable them again, and their API keys here stop working.
        </p>
        <WhatRuns member={member} />
      </ConfirmDialog>
    );
  }
  return (
    <ConfirmDialog
      {...shared}
      title={`Remove ${name}?`}
      label="Remove"
      onConfirm={() => attempt(() => actions.remove(id), onClose)}
    >
      <p>
        {name} is no longer a member of {workspace.name}, and their API keys here are revoked. Their tracked time stays.
        They need a new invitation to come back.
      </p>
      <WhatRuns member={member} />
    </ConfirmDialog>
  );
}

function WhatRuns({ member }: { member: MemberJson }) {
  const running = formatRunning(member.running, useTimeStyle(), useToday());
  if (!running) return <p>They have no timer running here. Paused timers are stopped.</p>;
  return (
    <p className="text-text">
      Their running timer, {running.what} {running.since}, is stopped and marked for review.
    </p>
  );
}

/** Closes the dialog when it is done; resolves to the error. */
async function attempt(act: () => Promise<FormOutcome>, onClose: Props['onClose']): Promise<string | null> {
  const outcome = await act().catch(() => UNREACHABLE);
  if (outcome.ok) onClose(true);
  return outcome.ok ? null : outcome.message;
}

/** The person can't undo it, so the workspace's name has to be typed. */
function TransferDialog({ member, actions, onClose }: Omit<Props, 'action'>) {
  const { workspace } = useMe();
  const [typed, setTyped] = useState('');
  const isReady = typed.trim() === workspace.name;
  return (
    <ConfirmDialog
      isReady={isReady}
      title={`Transfer ${workspace.name} to ${member.name}?`}
      label="Transfer ownership"
      busyLabel={BUSY}
      cancelLabel={CANCEL}
      onConfirm={() => attempt(() => actions.transfer(member.user_id), onClose)}
      onCancel={() => onClose(false)}
    >
      <p>{member.name} becomes the owner, and you become an admin. Only the new owner can transfer it back.</p>
      <TextField
        label={`Type ${workspace.name} to confirm`}
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </ConfirmDialog>
  );
}
