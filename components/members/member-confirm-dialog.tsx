'use client';

import { type ReactNode, useState } from 'react';
import { formatRunning } from '#/components/members/format-member.ts';
import type { MemberActions } from '#/components/members/member-actions.ts';
import type { MemberAction } from '#/components/members/member-actions-for.ts';
import { Button } from '#/components/ui/button.tsx';
import { Modal } from '#/components/ui/dialog/modal.tsx';
import { FormProblem } from '#/components/ui/form/form-problem.tsx';
import { TextField } from '#/components/ui/form/text-field.tsx';
import { useForm } from '#/components/ui/form/use-form.ts';
import type { MemberJson } from '#/lib/accounts/memberships/membership-schemas.ts';
import type { FormOutcome } from '#/lib/client/http/form-outcome.ts';
import { useMe, useTimeStyle, useToday } from '#/lib/client/live/use-live.tsx';

type Props = { member: MemberJson; action: MemberAction; actions: MemberActions; onClose: (isDone: boolean) => void };

/** Says first what will happen, then asks. */
export function MemberConfirmDialog({ member, action, actions, onClose }: Props) {
  const { workspace } = useMe();
  const { user_id: id, name } = member;
  const shared = { onClose };
  if (action === 'transfer') return <TransferDialog member={member} actions={actions} onClose={onClose} />;
  if (action === 'enable') {
    return (
      <ConfirmDialog
        {...shared}
        title={`Enable ${name}?`}
        verb="Enable"
        act={() => actions.edit(id, { disabled: false })}
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
        isDanger
        title={`Disable ${name}?`}
        verb="Disable"
        act={() => actions.edit(id, { disabled: true })}
      >
        <p>
          {name} can’t use {workspace.name} until you enable them again, and their API keys here stop working.
        </p>
        <WhatRuns member={member} />
      </ConfirmDialog>
    );
  }
  return (
    <ConfirmDialog {...shared} isDanger title={`Remove ${name}?`} verb="Remove" act={() => actions.remove(id)}>
      <p>
        {name} is no longer a member of {workspace.name}, and their API keys here are revoked. Their tracked time stays.
        They need a new invitation to come back.
      </p>
      <WhatRuns member={member} />
    </ConfirmDialog>
  );
}

function WhatRuns({ member }: { member: MemberJson }) {
  const words = formatRunning(member.running, useTimeStyle(), useToday());
  if (!words) return <p>They have no timer running here. Paused timers are stopped.</p>;
  return (
    <p className="text-text">
      Their running timer, {words.what} {words.since}, is stopped and marked for review.
    </p>
  );
}

type ConfirmDialogProps = {
  title: string;
  verb: string;
  isDanger?: boolean;
  /** False until what has to be typed is typed. */
  isReady?: boolean;
  act: () => Promise<FormOutcome>;
  onClose: (isDone: boolean) => void;
  children: ReactNode;
};

function ConfirmDialog({ title, verb, isDanger = false, isReady = true, act, onClose, children }: ConfirmDialogProps) {
  const { form, isBusy, message } = useForm(act, () => onClose(true));
  return (
    <Modal title={title} role="alertdialog" onClose={() => onClose(false)}>
      <form {...form} className="grid gap-4">
        <div className="grid gap-2 text-text-2">{children}</div>
        <FormProblem words={message} />
        <div className="flex justify-end gap-2">
          <Button type="button" data-autofocus onClick={() => onClose(false)}>
            Cancel
          </Button>
          <Button
            type="submit"
            variant={isDanger ? 'danger' : 'ink'}
            disabled={!isReady}
            busy={isBusy}
            busyLabel="One moment…"
          >
            {verb}
          </Button>
        </div>
      </form>
    </Modal>
  );
}

/** Cannot be undone by who does it, so the workspace's name is typed. */
function TransferDialog({ member, actions, onClose }: Omit<Props, 'action'>) {
  const { workspace } = useMe();
  const [typed, setTyped] = useState('');
  const isReady = typed.trim() === workspace.name;
  return (
    <ConfirmDialog
      isDanger
      isReady={isReady}
      title={`Transfer ${workspace.name} to ${member.name}?`}
      verb="Transfer ownership"
      act={() => actions.transfer(member.user_id)}
      onClose={onClose}
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
