'use client';

import type { ComponentProps, ReactElement } from 'react';
import type { Sheet } from '#/components/layout/sheets.tsx';
import { Icon } from '#/components/ui/icon.tsx';
import { initials } from '#/components/ui/initials.ts';
import { MenuButton } from '#/components/ui/menu/menu-button.tsx';
import { useMe } from '#/lib/client/live/use-live.tsx';
import { LazyModule } from '#/lib/client/offline/lazy-module.ts';

const PANEL = new LazyModule(() => import('#/components/layout/account-panel.tsx').then((part) => part.AccountPanel));

type AccountMenuProps = {
  onShow: (sheet: Sheet) => void;
  /** What opens it; by default the person's name and initials. */
  trigger?: ReactElement;
};

/** The signed-in person; theme, keys, signing out. */
export function AccountMenu({ onShow, trigger }: AccountMenuProps) {
  const { user } = useMe();
  return <MenuButton button={trigger ?? <AccountButton name={user.name} />} menu={PANEL} menuProps={{ onShow }} />;
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
