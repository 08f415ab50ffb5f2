'use client';

import { DropdownMenu } from 'radix-ui';
import type { MemberAction } from '#/components/members/member-actions-for.ts';
import { IconButton } from '#/components/ui/icon-button.tsx';
import { MenuItem, MenuPanel } from '#/components/ui/menu/menu.tsx';

const ACTION_LABELS: Record<MemberAction, string> = {
  make_admin: 'Make admin',
  make_member: 'Make member',
  transfer: 'Transfer ownership…',
  disable: 'Disable…',
  enable: 'Enable…',
  remove: 'Remove…',
};

type Props = { name: string; actions: MemberAction[]; onAction: (action: MemberAction) => void };

/** The actions on a person. */
export function MemberMenu({ name, actions, onAction }: Props) {
  return (
    <DropdownMenu.Root>
      <DropdownMenu.Trigger asChild>
        <IconButton icon="more" label={`Actions for ${name}`} />
      </DropdownMenu.Trigger>
      <MenuPanel align="end">
        {actions.map((action) => (
          <MenuItem
            key={action}
            className={action === 'remove' ? 'text-danger' : undefined}
            onSelect={() => onAction(action)}
          >
            {ACTION_LABELS[action]}
          </MenuItem>
        ))}
      </MenuPanel>
    </DropdownMenu.Root>
  );
}
