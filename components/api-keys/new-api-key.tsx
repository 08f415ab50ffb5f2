'use client';

import { useState } from 'react';
import { NewApiKeyForm } from '#/components/api-keys/new-api-key-form.tsx';
import { Button } from '#/components/ui/button.tsx';
import { Modal } from '#/components/ui/dialog/modal.tsx';
import { SecretOnce } from '#/components/ui/secret-once.tsx';
import type { FormOutcome } from '#/lib/client/http/form-outcome.ts';
import type { Permission } from '#/lib/context/roles/role.ts';

type CreatedKey = { name: string; secret: string };
type Props = { scopes: readonly Permission[]; create: (form: FormData) => Promise<FormOutcome<CreatedKey>> };

/** The button, its form, and the created key, shown once. */
export function NewApiKey({ scopes, create }: Props) {
  const [state, setState] = useState<'closed' | 'open' | CreatedKey>('closed');
  const close = () => setState('closed');
  return (
    <>
      <Button variant="soft" size="sm" icon="plus" onClick={() => setState('open')}>
        New key
      </Button>
      {state === 'open' && (
        <Modal title="New API key" size="lg" onClose={close}>
          <NewApiKeyForm scopes={scopes} create={create} onCreated={setState} />
        </Modal>
      )}
      {typeof state === 'object' && (
        <Modal title={`Key ${state.name}`} onClose={close}>
          <SecretOnce secret={state.secret} about={<KeyStatus />} onDone={close} />
        </Modal>
      )}
    </>
  );
}

function KeyStatus() {
  return (
    <>
      You won’t see it again. Store it somewhere safe, and send it as{' '}
      <code className="font-mono text-xs">Authorization: Bearer</code>.
    </>
  );
}
