'use client';

import { useState } from 'react';
import { FormProblem } from '#/components/accounts/form-problem.tsx';
import type { EndpointActions } from '#/components/endpoints/endpoint-actions.ts';
import { EndpointForm } from '#/components/endpoints/endpoint-form.tsx';
import { Button } from '#/components/ui/button.tsx';
import { Modal } from '#/components/ui/modal.tsx';
import type { EndpointJson } from '#/lib/alarms/endpoints/endpoint-schemas.ts';
import { UNREACHABLE } from '#/lib/client/unreachable.ts';

type Props = {
  endpoint: EndpointJson;
  deed: 'edit' | 'delete';
  actions: EndpointActions;
  onClose: (isDone: boolean) => void;
};

/** What is asked before an endpoint is changed or deleted. */
export function EndpointConfirmDialog({ endpoint, deed, actions, onClose }: Props) {
  if (deed === 'delete') return <DeleteEndpoint endpoint={endpoint} remove={actions.remove} onClose={onClose} />;
  return (
    <Modal title="Edit webhook" size="lg" onClose={() => onClose(false)}>
      <EndpointForm endpoint={endpoint} action={actions.edit} onDone={() => onClose(true)} />
    </Modal>
  );
}

type DeleteProps = Pick<Props, 'endpoint' | 'onClose'> & Pick<EndpointActions, 'remove'>;

function DeleteEndpoint({ endpoint, remove, onClose }: DeleteProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const confirm = async () => {
    setBusy(true);
    const outcome = await remove(endpoint.id).catch(() => UNREACHABLE);
    setBusy(false);
    if (outcome.ok) onClose(true);
    else setProblem(outcome.message);
  };
  return (
    <Modal title="Delete this webhook?" role="alertdialog" onClose={() => onClose(false)}>
      <div className="grid gap-4">
        <p className="text-text-2">
          <span className="font-mono text-xs break-all">{endpoint.url}</span> gets no more events. Its secret and its
          log go with it, and open deliveries are aborted. This can’t be undone.
        </p>
        <FormProblem words={problem} />
        <div className="flex justify-end gap-2">
          <Button data-autofocus onClick={() => onClose(false)}>
            Keep it
          </Button>
          <Button data-confirm variant="danger" busy={isBusy} busyLabel="Deleting…" onClick={() => void confirm()}>
            Delete webhook
          </Button>
        </div>
      </div>
    </Modal>
  );
}
