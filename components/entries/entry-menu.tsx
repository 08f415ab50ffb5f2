'use client';

import type { EntryActions } from '#/components/entries/use-entry-actions.ts';
import { IconButton } from '#/components/ui/icon-button.tsx';
import { MenuButton } from '#/components/ui/menu/menu-button.tsx';
import { LazyModule } from '#/lib/client/offline/lazy-module.ts';

const PANEL = new LazyModule(() => import('#/components/entries/entry-panel.tsx').then((part) => part.EntryPanel));

type EntryMenuProps = { name: string; actions: EntryActions; className?: string; tabIndex?: number };

/** All actions on an entry, by pointer. */
export function EntryMenu({ name, actions, className, tabIndex }: EntryMenuProps) {
  return (
    <MenuButton
      button={<IconButton icon="more" label={`Actions for ${name}`} tabIndex={tabIndex} />}
      menu={PANEL}
      menuProps={{ actions }}
      {...(className && { className })}
    />
  );
}
