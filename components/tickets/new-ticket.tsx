'use client';

import { useOpenPage } from '#/components/layout/use-open-page.ts';
import { TicketDialog } from '#/components/tickets/ticket-dialog.tsx';
import { useLive } from '#/lib/client/live/use-live.tsx';
import { ticketHref } from '#/lib/client/tickets/ticket-view.ts';

/** The form for a ticket on any page, with a link to the created one. */
export function NewTicket({ onClose }: { onClose: () => void }) {
  const { toasts } = useLive();
  const openPage = useOpenPage();
  return (
    <TicketDialog
      ticket={null}
      onClose={onClose}
      onDone={({ key, title }) => {
        onClose();
        const action = { label: 'Open', run: () => openPage(ticketHref(key)) };
        toasts.show({ icon: 'check', lead: `${key} created.`, text: title, action });
      }}
    />
  );
}
