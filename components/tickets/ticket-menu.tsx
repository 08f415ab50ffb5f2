'use client';

import { DropdownMenu } from 'radix-ui';
import type { TicketRowActions } from '#/components/tickets/ticket-row.tsx';
import { IconButton } from '#/components/ui/icon-button.tsx';
import { Kbd } from '#/components/ui/kbd.tsx';
import { MenuItem, MenuPanel } from '#/components/ui/menu/menu.tsx';
import type { TicketJson } from '#/lib/tracking/tickets/ticket-schemas.ts';

type Props = { ticket: TicketJson; actions: TicketRowActions; isTabStop: boolean };

/** The actions on a ticket except starting on it. */
export function TicketMenu({ ticket, actions: { onEdit, onArchive, onRestore, onPin }, isTabStop }: Props) {
  if (!onEdit) return null;
  return (
    <DropdownMenu.Root>
      <DropdownMenu.Trigger asChild>
        <IconButton icon="more" label={`Actions for ${ticket.key}`} tabIndex={isTabStop ? 0 : -1} />
      </DropdownMenu.Trigger>
      <MenuPanel align="end">
        <MenuItem onSelect={() => onEdit(ticket)}>Edit</MenuItem>
        <MenuItem onSelect={() => onPin?.(ticket)}>
          {ticket.pinned_at ? 'Unpin' : 'Pin'}
          <Kbd className="ml-auto">I</Kbd>
        </MenuItem>
        {ticket.archived_at === null ? (
          <MenuItem onSelect={() => onArchive?.(ticket)}>Archive</MenuItem>
        ) : (
          <MenuItem onSelect={() => onRestore?.(ticket)}>Restore</MenuItem>
        )}
      </MenuPanel>
    </DropdownMenu.Root>
  );
}
