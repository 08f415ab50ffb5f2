'use client';

import Link from 'next/link';
import { DropdownMenu } from 'radix-ui';
import type { ComponentProps, ReactNode } from 'react';
import { initials } from '#/components/accounts/initials.ts';
import { signOut } from '#/components/accounts/sign-out.ts';
import { API_REFERENCE, MEMBERS } from '#/components/layout/pages.ts';
import type { Sheet } from '#/components/layout/sheets.tsx';
import { ThemeChoices } from '#/components/layout/theme-choices.tsx';
import { WorkspaceChoices } from '#/components/layout/workspace-choices.tsx';
import { Icon } from '#/components/ui/icon.tsx';
import { Kbd } from '#/components/ui/kbd.tsx';
import { MenuItem, MenuPanel, menuItemLook } from '#/components/ui/menu.tsx';
import { useLive, useMe } from '#/lib/client/use-live.tsx';

type AccountMenuProps = {
  onShow: (sheet: Sheet) => void;
  /** What opens it; the person's name and initials when left out. */
  trigger?: ReactNode;
};

/** Who is signed in; theme, keys, signing out. */
export function AccountMenu({ onShow, trigger }: AccountMenuProps) {
  const { user, workspace } = useMe();
  const { notices } = useLive();
  const leave = () =>
    signOut().catch((error: Error) => notices.show({ icon: 'warning', lead: 'Not signed out.', text: error.message }));
  return (
    <DropdownMenu.Root>
      <DropdownMenu.Trigger asChild>{trigger ?? <AccountButton name={user.name} />}</DropdownMenu.Trigger>
      <MenuPanel
        side="top"
        align="end"
        className="max-h-(--radix-dropdown-menu-content-available-height) overflow-y-auto"
      >
        <div className="px-2 py-1.5">
          <p className="truncate font-medium">{user.name}</p>
          <p className="truncate text-xs text-text-3">{user.email}</p>
          <p className="truncate text-xs text-text-3">{workspace.name}</p>
        </div>
        <DropdownMenu.Separator className="my-1 border-t border-line" />
        <div className="md:hidden">
          <WorkspaceChoices onNew={() => onShow('new_workspace')} />
          <DropdownMenu.Separator className="my-1 border-t border-line" />
        </div>
        <ThemeChoices />
        <DropdownMenu.Separator className="my-1 border-t border-line" />
        <MenuItem onSelect={() => onShow('shortcuts')}>
          Keyboard shortcuts <Kbd className="ml-auto">?</Kbd>
        </MenuItem>
        <DropdownMenu.Item asChild className={`${menuItemLook} md:hidden`}>
          <Link href={MEMBERS.href}>{MEMBERS.name}</Link>
        </DropdownMenu.Item>
        <DropdownMenu.Item asChild className={`${menuItemLook} md:hidden`}>
          <a href={API_REFERENCE.href}>{API_REFERENCE.name}</a>
        </DropdownMenu.Item>
        <MenuItem onSelect={() => void leave()}>Sign out</MenuItem>
      </MenuPanel>
    </DropdownMenu.Root>
  );
}

function AccountButton({ name, ...rest }: ComponentProps<'button'> & { name: string }) {
  return (
    <button
      {...rest}
      type="button"
      className="group flex h-8 w-full min-w-0 items-center gap-2 rounded-md text-left font-medium max-xl:justify-center"
    >
      <span
        aria-hidden="true"
        className="grid size-6 shrink-0 place-items-center rounded-full border border-line bg-surface text-[10px] font-semibold text-text-2"
      >
        {initials(name)}
      </span>
      <span className="truncate max-xl:sr-only">
        {name}
        <span className="sr-only">, account menu</span>
      </span>
      <span className="ml-auto grid size-6 shrink-0 place-items-center rounded-sm text-text-2 group-hover:bg-hover max-xl:hidden">
        <Icon name="more" />
      </span>
    </button>
  );
}
