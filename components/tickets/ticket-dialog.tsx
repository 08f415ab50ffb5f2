'use client';

import { Modal } from '#/components/ui/dialog/modal.tsx';
import { LazyForm } from '#/components/ui/form/lazy-form.tsx';
import { LazyModule } from '#/lib/client/offline/lazy-module.ts';
import type { TicketJson } from '#/lib/tracking/tickets/ticket-schemas.ts';

const FORM = new LazyModule(() => import('#/components/tickets/ticket-form.tsx').then((part) => part.TicketForm));

type Props = {
  /** The one being edited; null for a new one. */
  ticket: TicketJson | null;
  onDone: (ticket: TicketJson) => void;
  onClose: () => void;
};

/** The form for a ticket. */
export function TicketDialog({ ticket, onDone, onClose }: Props) {
  return (
    <Modal title={ticket ? `Edit ${ticket.key}` : 'New ticket'} size="lg" onClose={onClose}>
      <LazyForm form={FORM} formProps={{ ticket, onDone }} onMissing={onClose} />
    </Modal>
  );
}
