'use client';

import type { EntryActions } from '#/components/entries/use-entry-actions.ts';
import { Kbd } from '#/components/ui/kbd.tsx';
import { AnchoredMenu } from '#/components/ui/menu/anchored-menu.tsx';
import { MenuItem } from '#/components/ui/menu/menu.tsx';
import type { MenuPlace } from '#/components/ui/menu/menu-button.tsx';
import { useMenuChoice } from '#/components/ui/menu/use-menu-choice.ts';
import { useTickets } from '#/lib/client/live/use-live.tsx';

/** The menu of an entry, with the keys that do the same on its row. */
export function EntryPanel({ actions, ...place }: MenuPlace & { actions: EntryActions }) {
  // Pinned ones come first in what is offered to start next.
  const isPinned = useTickets('').data?.tickets.some(({ id, pinned_at }) => id === actions.ticketId && pinned_at);
  const { take, onCloseAutoFocus } = useMenuChoice();
  return (
    <AnchoredMenu {...place} align="end" onCloseAutoFocus={onCloseAutoFocus}>
      <Item onSelect={take(actions.edit)}>Edit all times</Item>
      <Item keys="X" onSelect={take(actions.split)}>
        Split
      </Item>
      {actions.merge && (
        <Item keys="M" onSelect={actions.merge}>
          Merge with previous
        </Item>
      )}
      <Item keys="D" onSelect={take(actions.duplicate)}>
        Duplicate
      </Item>
      {actions.pin && (
        <Item keys="I" onSelect={actions.pin}>
          {isPinned ? 'Unpin the ticket' : 'Pin the ticket'}
        </Item>
      )}
      <Item keys="⌫" onSelect={actions.remove}>
        Delete
      </Item>
    </AnchoredMenu>
  );
}

function Item({ keys, onSelect, children }: { keys?: string; onSelect: () => void; children: string }) {
  return (
    <MenuItem onSelect={onSelect} className="justify-between">
      {children}
      {keys && (
        <Kbd isAlways className="pointer-coarse:hidden">
          {keys}
        </Kbd>
      )}
    </MenuItem>
  );
}
