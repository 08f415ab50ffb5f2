'use client';

import { DropdownMenu } from 'radix-ui';
import { useAccountActions } from '#/components/accounts/account-actions.tsx';
import { useMove } from '#/components/accounts/use-move.ts';
import { Icon } from '#/components/ui/icon.tsx';
import { MenuItem, menuItemLook } from '#/components/ui/menu.tsx';
import { loadAnew } from '#/lib/client/load-anew.ts';
import { useLive, useMe } from '#/lib/client/use-live.tsx';

/** The workspaces of the person as choices of a menu, and a new one. */
export function WorkspaceChoices({ onNew }: { onNew: () => void }) {
  const { workspace, workspaces } = useMe();
  const switchTo = useSwitch();
  return (
    <>
      <DropdownMenu.RadioGroup aria-label="Workspace" value={workspace.id} onValueChange={switchTo}>
        {workspaces.map(({ id, name, role }) => (
          <DropdownMenu.RadioItem key={id} value={id} className={menuItemLook}>
            <span className="truncate">{name}</span>
            <span className="text-text-3">{role}</span>
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

/** Takes the session, and with it every tab of this browser, to another workspace. */
function useSwitch(): (id: string) => void {
  const { me, notices } = useLive();
  const { switchWorkspace } = useAccountActions();
  const move = useMove();
  return async (id) => {
    if (id === me.current().workspace.id) return;
    const outcome = await move(() => switchWorkspace(id), loadAnew);
    if (!outcome.ok) notices.show({ icon: 'warning', lead: 'Not switched.', text: outcome.message ?? 'Try again.' });
  };
}
