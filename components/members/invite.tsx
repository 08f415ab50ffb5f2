'use client';

import { useState } from 'react';
import type { Invited, MemberActions } from '#/components/members/member-actions.ts';
import { ROLE_LABELS } from '#/components/members/role-labels.ts';
import { formatInstant } from '#/components/settings/format-when.ts';
import { Button } from '#/components/ui/button.tsx';
import { CancelButton } from '#/components/ui/dialog/close-guard.tsx';
import { Modal } from '#/components/ui/dialog/modal.tsx';
import { FormProblem } from '#/components/ui/form/form-problem.tsx';
import { Segmented } from '#/components/ui/form/segmented.tsx';
import { TextField } from '#/components/ui/form/text-field.tsx';
import { useForm } from '#/components/ui/form/use-form.ts';
import { SecretOnce } from '#/components/ui/secret-once.tsx';
import { useTimeStyle } from '#/lib/client/live/use-live.tsx';

type Props = { action: MemberActions['invite']; onInvited: () => void; onClose: () => void };
type Role = 'member' | 'admin';

const ROLES = [
  ['member', ROLE_LABELS.member],
  ['admin', ROLE_LABELS.admin],
] as const;
const ROLE_DESCRIPTIONS: Record<Role, string> = {
  member: 'Tracks their own time, and works with tickets and alarms.',
  admin: 'Also manages people, sees and corrects everyone’s time, and changes the workspace.',
};

/** Whom to invite with which role; then the link, shown once. */
export function Invite({ action, onInvited, onClose }: Props) {
  const [invited, setInvited] = useState<Invited | null>(null);
  if (invited) {
    return (
      <Modal key="link" title="Invitation" onClose={onClose}>
        <SecretOnce secret={invited.url} about={<LinkStatus invited={invited} />} onDone={onClose} />
      </Modal>
    );
  }
  return (
    <Modal key="form" title="Invite someone" onClose={onClose}>
      <InviteForm
        action={action}
        onInvited={(created) => {
          setInvited(created);
          onInvited();
        }}
      />
    </Modal>
  );
}

type FormProps = Pick<Props, 'action'> & { onInvited: (invited: Invited) => void };

function InviteForm({ action, onInvited }: FormProps) {
  const [role, setRole] = useState<Role>('member');
  const { form, isBusy, message, errorOf } = useForm(action, onInvited);
  return (
    <form {...form} className="grid gap-4">
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="off"
        data-autofocus
        hint="Optional. Only this address can accept."
        error={errorOf('email')}
      />
      <div className="grid gap-1">
        <span aria-hidden="true" className="font-medium">
          Role
        </span>
        <input type="hidden" name="role" value={role} />
        <Segmented label="Role" options={ROLES} value={role} onChange={setRole} />
        <p className="text-xs text-text-3">{ROLE_DESCRIPTIONS[role]}</p>
      </div>
      <FormProblem text={message} />
      <div className="flex justify-end gap-2">
        <CancelButton />
        <Button type="submit" variant="ink" busy={isBusy} busyLabel="Creating…">
          Create link
        </Button>
      </div>
    </form>
  );
}

function LinkStatus({ invited }: { invited: Invited }) {
  const style = useTimeStyle();
  const who = invited.email ?? 'Whoever opens it first';
  return (
    <>
      {invited.mailed && <b className="font-medium text-text">Emailed to {invited.email}. </b>}
      {who} can join with this link until {formatInstant(new Date(invited.expiresAt), style)}. You won’t see it again.
    </>
  );
}
