'use client';

import type { ComponentProps } from 'react';
import { Icon } from '#/components/ui/icon.tsx';
import { initials } from '#/components/ui/initials.ts';
import { MenuButton } from '#/components/ui/menu/menu-button.tsx';
import { useMe } from '#/lib/client/live/use-live.tsx';
import { LazyModule } from '#/lib/client/offline/lazy-module.ts';

const PANEL = new LazyModule(() =>
  import('#/components/layout/workspace-panel.tsx').then((part) => part.WorkspacePanel),
);

/** The current workspace, at the top of the sidebar; opens the choice of workspaces. */
export function WorkspaceMenu({ onNew }: { onNew: () => void }) {
  const { workspace } = useMe();
  return (
    <MenuButton
      button={<WorkspaceButton name={workspace.name} />}
      menu={PANEL}
      menuProps={{ onNew }}
      className="mx-2 mb-3 max-xl:mx-1.5"
    />
  );
}

function WorkspaceButton({ name, ...rest }: ComponentProps<'button'> & { name: string }) {
  return (
    <button {...rest} type="button" title={name} className="workspace-key">
      <span aria-hidden="true" className="text-[10px] font-semibold text-text-2 xl:hidden">
        {initials(name)}
      </span>
      <span className="grow truncate max-xl:sr-only">
        {name}
        <span className="sr-only">, workspace menu</span>
      </span>
      <Icon name="chevronDown" className="text-text-3 max-xl:hidden" />
    </button>
  );
}
