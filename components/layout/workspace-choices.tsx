'use client';

import { DropdownMenu } from 'radix-ui';
import { ROLE_LABELS } from '#/components/members/role-labels.ts';
import { Icon } from '#/components/ui/icon.tsx';
import { MenuItem, menuItemClass } from '#/components/ui/menu/menu.tsx';
import { useSwitchWorkspace } from '#/components/workspaces/use-switch-workspace.ts';
import { useMe } from '#/lib/client/live/use-live.tsx';

/** The person's workspaces as menu choices, and a new one. */
export function WorkspaceChoices({ onNew }: { onNew: () => void }) {
  const { workspace, workspaces } = useMe();
  const switchTo = useSwitchWorkspace();
  return (
    <>
      <DropdownMenu.RadioGroup aria-label="Workspace" value={workspace.id} onValueChange={(id) => void switchTo(id)}>
        {workspaces.map(({ id, name, role }) => (
          <DropdownMenu.RadioItem key={id} value={id} className={menuItemClass}>
            <span className="truncate">{name}</span>
            <span className="text-text-3">{ROLE_LABELS[role]}</span>
            <DropdownMenu.ItemIndicator className="ml-auto">
              <Icon name="check" />
            </DropdownMenu.ItemIndicator>
          </DropdownMenu.RadioItem>
        ))}
      </DropdownMenu.RadioGroup>
      <DropdownMenu.Separator className="my-1 border-t border-line" />
      <MenuItem onSelect={onNew}>
        <Icon name="plus" className="text-text-3" />
        New workspace…
      </MenuItem>
    </>
  );
}
