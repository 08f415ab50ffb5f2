'use client';

import type { EntryActions } from '#/components/timers/use-entry-actions.ts';
import { AnchoredMenu } from '#/components/ui/anchored-menu.tsx';
import { Kbd } from '#/components/ui/kbd.tsx';
import { MenuItem } from '#/components/ui/menu.tsx';
import type { MenuPlace } from '#/components/ui/menu-button.tsx';
import { useMenuChoice } from '#/components/ui/use-menu-choice.ts';
import { useTickets } from '#/lib/client/use-live.tsx';

/** What the menu of an entry shows, with the keys that do the same on its row. */
export function EntryPanel({ deeds, ...place }: MenuPlace & { deeds: EntryActions }) {
  // Pinned ones lead what is offered to start next.
  const isPinned = useTickets('').data?.tickets.some(({ id, pinned_at }) => id === deeds.ticketId && pinned_at);
  const { take, onCloseAutoFocus } = useMenuChoice();
  return (
    <AnchoredMenu {...place} align="end" onCloseAutoFocus={onCloseAutoFocus}>
      <Item onSelect={take(deeds.edit)}>Edit all times</Item>
      <Item keys="X" onSelect={take(deeds.split)}>
        Split
      </Item>
      {deeds.merge && (
        <Item keys="M" onSelect={deeds.merge}>
          Merge with previous
        </Item>
      )}
      <Item keys="D" onSelect={take(deeds.duplicate)}>
        Duplicate
      </Item>
      {deeds.pin && (
        <Item keys="I" onSelect={deeds.pin}>
          {isPinned ? 'Unpin the ticket' : 'Pin the ticket'}
        </Item>
      )}
      <Item keys="⌫" onSelect={deeds.remove}>
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
