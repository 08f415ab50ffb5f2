'use client';

import { useState } from 'react';
import { SETUP_STEPS } from '#/components/ticket-sources/setup-steps.ts';
import type { ConnectedSource, TicketSourceActions } from '#/components/ticket-sources/ticket-source-actions.ts';
import { TicketSourceForm } from '#/components/ticket-sources/ticket-source-form.tsx';
import { Button } from '#/components/ui/button.tsx';
import { CopyButton } from '#/components/ui/copy-button.tsx';
import { Modal } from '#/components/ui/dialog/modal.tsx';
import { SecretOnce } from '#/components/ui/secret-once.tsx';
import { PROVIDER_NAMES } from '#/lib/tracking/ticket-sources/ticket-source.ts';

type Props = { action: TicketSourceActions['create']; onConnected: () => void };

/** The button, its form, and what to enter at the provider. */
export function NewTicketSource({ action, onConnected }: Props) {
  const [state, setState] = useState<'closed' | 'open' | ConnectedSource>('closed');
  const close = () => setState('closed');
  const connected = (source: ConnectedSource) => {
    setState(source);
    onConnected();
  };
  return (
    <>
      <Button variant="soft" size="sm" icon="plus" onClick={() => setState('open')}>
        New tracker
      </Button>
      {state === 'open' && (
        <Modal title="Connect an issue tracker" size="lg" onClose={close}>
          <TicketSourceForm action={action} onDone={connected} />
        </Modal>
      )}
      {typeof state === 'object' && (
        <Modal title={`Set up the webhook in ${PROVIDER_NAMES[state.provider]}`} size="lg" onClose={close}>
          <p className="mb-4 text-text-2">{SETUP_STEPS[state.provider]}</p>
          <h3 className="mb-1 text-xs font-medium">URL</h3>
          <div className="mb-4 flex items-start gap-2">
            <code className="min-w-0 grow font-mono text-xs leading-6 break-all">{state.url}</code>
            <CopyButton what="URL" text={state.url} />
          </div>
          <h3 className="mb-1 text-xs font-medium">Secret</h3>
          <SecretOnce
            secret={state.secret}
            about="You won’t see it again. Enter it as the secret of the webhook."
            onDone={close}
          />
        </Modal>
      )}
    </>
  );
}
