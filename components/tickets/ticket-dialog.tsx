'use client';

import { Modal } from '#/components/ui/dialog/modal.tsx';
import { LateForm } from '#/components/ui/form/late-form.tsx';
import { Late } from '#/lib/client/offline/late.ts';
import type { TicketJson } from '#/lib/tracking/tickets/ticket-schemas.ts';

const FORM = new Late(() => import('#/components/tickets/ticket-form.tsx').then((part) => part.TicketForm));

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
      <LateForm form={FORM} formProps={{ ticket, onDone }} onMissing={onClose} />
    </Modal>
  );
}
