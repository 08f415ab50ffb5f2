'use client';

import { useMemo, useRef, useState } from 'react';
import type { MemberActions } from '#/components/members/member-actions.ts';
import type { MemberAction } from '#/components/members/member-actions-for.ts';
import { MemberConfirmDialog } from '#/components/members/member-confirm-dialog.tsx';
import { MemberRow } from '#/components/members/member-row.tsx';
import { useRestoredFocus } from '#/components/ui/dialog/use-restored-focus.ts';
import { RowChunks } from '#/components/ui/list/row-chunks.tsx';
import { type TableColumn, TableHead } from '#/components/ui/list/table-head.tsx';
import type { MemberJson } from '#/lib/accounts/memberships/membership-schemas.ts';
import { UNREACHABLE } from '#/lib/client/http/unreachable.ts';
import { useLive, useMay } from '#/lib/client/live/use-live.tsx';

type Props = { members: MemberJson[]; actions: MemberActions; onChanged: () => void };
type OpenDialog = { member: MemberJson; action: MemberAction };

/** People in the order in which they joined. Actions that can't be undone ask first. */
export function MemberList({ members, actions, onChanged }: Props) {
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const seesTimers = useMay('timers:read_all');
  const changeRole = useRoleChange(actions, onChanged);
  const box = useRef<HTMLTableElement>(null);
  useRestoredFocus(box, '[data-member]');
  const rows = useMemo(() => members.map((member) => ({ ...member, id: member.user_id })), [members]);
  const handleAction = (member: MemberJson, action: MemberAction) => {
    if (action === 'make_admin') changeRole(member, 'admin');
    else if (action === 'make_member') changeRole(member, 'member');
    else setDialog({ member, action });
  };
  return (
    <>
      <table
        ref={box}
        tabIndex={-1}
        data-focus-home
        aria-rowcount={members.length + 1}
        className="w-full table-fixed border-separate border-spacing-0 outline-none max-md:block"
      >
        <caption className="sr-only">Members</caption>
        <TableHead columns={seesTimers ? COLUMNS : COLUMNS.filter(({ name }) => name !== CURRENT_TIMER_COLUMN)} />
        <RowChunks rows={rows} className="max-md:-mx-4 max-md:block">
          {(member) => (
            <MemberRow
              key={member.id}
              member={member}
              seesTimers={seesTimers}
              onAction={(action) => handleAction(member, action)}
            />
          )}
        </RowChunks>
      </table>
      {dialog && (
        <MemberConfirmDialog
          // The running timer may have changed since the dialog opened.
          member={members.find(({ user_id }) => user_id === dialog.member.user_id) ?? dialog.member}
          action={dialog.action}
          actions={actions}
          onClose={(isDone) => {
            setDialog(null);
            if (isDone) onChanged();
          }}
        />
      )}
    </>
  );
}

const CURRENT_TIMER_COLUMN = 'Current timer';
const COLUMNS: readonly TableColumn[] = [
  { name: 'Name', className: 'w-[28%]' },
  { name: 'Email', className: 'max-lg:hidden' },
  { name: 'Role', className: 'w-[88px]' },
  { name: 'State', className: 'w-[104px]' },
  { name: 'Last seen', className: 'w-[112px]' },
  { name: CURRENT_TIMER_COLUMN, className: 'w-[22%]' },
  { name: 'Actions', className: 'w-10', isSilent: true },
];

/** A role is changed at once, and can be undone. */
function useRoleChange({ edit }: MemberActions, onChanged: () => void) {
  const { toasts } = useLive();
  const change = async (member: MemberJson, role: 'admin' | 'member') => {
    const outcome = await edit(member.user_id, { role }).catch(() => UNREACHABLE);
    onChanged();
    if (!outcome.ok) {
      toasts.show({ icon: 'warning', lead: 'Not changed.', text: outcome.message ?? 'Try again.' });
      return;
    }
    const before = role === 'admin' ? 'member' : 'admin';
    toasts.show({
      icon: 'check',
      lead: `${member.name} is ${role === 'admin' ? 'an admin' : 'a member'} now.`,
      action: { undo: () => void change(member, before) },
    });
  };
  return (member: MemberJson, role: 'admin' | 'member') => void change(member, role);
}
