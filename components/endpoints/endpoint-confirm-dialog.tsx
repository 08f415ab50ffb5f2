'use client';

import type { EndpointActions } from '#/components/endpoints/endpoint-actions.ts';
import { EndpointForm } from '#/components/endpoints/endpoint-form.tsx';
import { ConfirmDialog } from '#/components/ui/dialog/confirm-dialog.tsx';
import { Modal } from '#/components/ui/dialog/modal.tsx';
import { UNREACHABLE } from '#/lib/client/http/unreachable.ts';
import type { EndpointJson } from '#/lib/webhooks/endpoints/endpoint-schemas.ts';

type Props = {
  endpoint: EndpointJson;
  action: 'edit' | 'delete';
  actions: EndpointActions;
  onClose: (isDone: boolean) => void;
};

/** The question before an endpoint is changed or deleted. */
export function EndpointConfirmDialog({ endpoint, action, actions, onClose }: Props) {
  if (action === 'delete') return <DeleteEndpoint endpoint={endpoint} remove={actions.remove} onClose={onClose} />;
  return (
    <Modal title="Edit webhook" size="lg" onClose={() => onClose(false)}>
      <EndpointForm endpoint={endpoint} action={actions.edit} onDone={() => onClose(true)} />
    </Modal>
  );
}

type DeleteProps = Pick<Props, 'endpoint' | 'onClose'> & Pick<EndpointActions, 'remove'>;

function DeleteEndpoint({ endpoint, remove, onClose }: DeleteProps) {
  const confirm = async () => {
    const outcome = await remove(endpoint.id).catch(() => UNREACHABLE);
    if (outcome.ok) onClose(true);
    return outcome.ok ? null : outcome.message;
  };
  return (
    <ConfirmDialog
      title="Delete this webhook?"
      label="Delete webhook"
      busyLabel="Deleting…"
      onConfirm={confirm}
      onCancel={() => onClose(false)}
    >
      <span className="font-mono text-xs break-all">{endpoint.url}</span> will get no more events. Its secret and log
      are deleted, and open deliveries are aborted. This can’t be undone.
    </ConfirmDialog>
  );
}
