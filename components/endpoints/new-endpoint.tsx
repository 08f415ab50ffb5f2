'use client';

import { useState } from 'react';
import type { CreatedEndpoint, EndpointActions } from '#/components/endpoints/endpoint-actions.ts';
import { EndpointForm } from '#/components/endpoints/endpoint-form.tsx';
import { Button } from '#/components/ui/button.tsx';
import { Modal } from '#/components/ui/dialog/modal.tsx';
import { SecretOnce } from '#/components/ui/secret-once.tsx';

type Props = { action: EndpointActions['create']; onCreated: () => void };

/** The button, its form, and the secret of the created endpoint. */
export function NewEndpoint({ action, onCreated }: Props) {
  const [state, setState] = useState<'closed' | 'open' | CreatedEndpoint>('closed');
  const close = () => setState('closed');
  const created = (endpoint: CreatedEndpoint) => {
    setState(endpoint);
    onCreated();
  };
  return (
    <>
      <Button variant="soft" size="sm" icon="plus" onClick={() => setState('open')}>
        New webhook
      </Button>
      {state === 'open' && (
        <Modal title="New webhook" size="lg" onClose={close}>
          <EndpointForm action={action} onDone={created} />
        </Modal>
      )}
      {typeof state === 'object' && (
        <Modal title="Secret of the new webhook" onClose={close}>
          <SecretOnce secret={state.secret} about={<SecretText url={state.url} />} onDone={close} />
        </Modal>
      )}
    </>
  );
}

function SecretText({ url }: { url: string }) {
  return (
    <>
      Webhooks to <span className="font-mono text-xs break-all">{url}</span> are signed with it. Give it to the
      receiver, which verifies <code className="font-mono text-xs">webhook-signature</code> with any Standard Webhooks
      library.
    </>
  );
}
