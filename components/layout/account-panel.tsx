'use client';

import Link from 'next/link';
import { DropdownMenu } from 'radix-ui';
import { signOut } from '#/components/auth/sign-out.ts';
import { ALL_PAGES, API_REFERENCE, openTo, PHONE_PAGES } from '#/components/layout/pages.ts';
import type { Sheet } from '#/components/layout/sheets.tsx';
import { ThemeChoices } from '#/components/layout/theme-choices.tsx';
import { WorkspaceChoices } from '#/components/layout/workspace-choices.tsx';
import { UnreadCount } from '#/components/notifications/unread-count.tsx';
import { Kbd } from '#/components/ui/kbd.tsx';
import { AnchoredMenu } from '#/components/ui/menu/anchored-menu.tsx';
import { MenuItem, menuItemClass } from '#/components/ui/menu/menu.tsx';
import type { MenuPlace } from '#/components/ui/menu/menu-button.tsx';
import { useLive, useMe } from '#/lib/client/live/use-live.tsx';

type Props = MenuPlace & { onShow: (sheet: Sheet) => void };

/** The contents of the account menu. */
export function AccountPanel({ onShow, ...place }: Props) {
  const { user, workspace, scopes } = useMe();
  const rest = openTo(scopes, ALL_PAGES).filter((page) => page !== API_REFERENCE && !PHONE_PAGES.includes(page));
  const { toasts } = useLive();
  const leave = () =>
    signOut().catch(() =>
      toasts.show({ icon: 'warning', lead: 'Couldn’t sign out.', text: 'You’re still signed in; try again.' }),
    );
  return (
    <AnchoredMenu
      {...place}
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
      <MenuItem className="md:hidden" onSelect={() => onShow('inbox')}>
        Notifications <UnreadCount at="menu" />
      </MenuItem>
      <MenuItem onSelect={() => onShow('shortcuts')}>
        Keyboard shortcuts <Kbd className="ml-auto">?</Kbd>
      </MenuItem>
      <MenuItem className="md:hidden" onSelect={() => onShow('command')}>
        Search or run
      </MenuItem>
      {rest.map(({ href, name }) => (
        <DropdownMenu.Item key={href} asChild className={`${menuItemClass} md:hidden`}>
          <Link href={href}>{name}</Link>
        </DropdownMenu.Item>
      ))}
      <DropdownMenu.Item asChild className={`${menuItemClass} md:hidden`}>
        <a href={API_REFERENCE.href}>{API_REFERENCE.name}</a>
      </DropdownMenu.Item>
      <MenuItem onSelect={() => void leave()}>Sign out</MenuItem>
    </AnchoredMenu>
  );
}
