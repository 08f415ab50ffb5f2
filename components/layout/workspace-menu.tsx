'use client';

import { DropdownMenu } from 'radix-ui';
import { initials } from '#/components/accounts/initials.ts';
import { WorkspaceChoices } from '#/components/layout/workspace-choices.tsx';
import { Icon } from '#/components/ui/icon.tsx';
import { MenuPanel } from '#/components/ui/menu.tsx';
import { useMe } from '#/lib/client/use-live.tsx';

/** Where the person works, at the head of the sidebar; opens the choice of their workspaces. */
export function WorkspaceMenu({ onNew }: { onNew: () => void }) {
  const { workspace } = useMe();
  return (
    <DropdownMenu.Root>
      <DropdownMenu.Trigger asChild>
        <button
          type="button"
          title={workspace.name}
          className="mx-2 mb-3 flex h-8 items-center gap-2 rounded-md border border-line bg-surface px-2 text-left font-medium transition-colors hover:bg-hover max-xl:mx-1.5 max-xl:justify-center max-xl:px-0"
        >
          <span aria-hidden="true" className="text-[10px] font-semibold text-text-2 xl:hidden">
            {initials(workspace.name)}
          </span>
          <span className="grow truncate max-xl:sr-only">
            {workspace.name}
            <span className="sr-only">, workspace menu</span>
          </span>
          <Icon name="chevronDown" className="text-text-3 max-xl:hidden" />
        </button>
      </DropdownMenu.Trigger>
      <MenuPanel align="start" className="w-64">
        <WorkspaceChoices onNew={onNew} />
      </MenuPanel>
    </DropdownMenu.Root>
  );
}
