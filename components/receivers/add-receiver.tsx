'use client';

import { type SubmitEvent, useState } from 'react';
import { useReceiverActions } from '#/components/receivers/use-receiver-actions.ts';
import { Button } from '#/components/ui/button.tsx';
import { CancelButton } from '#/components/ui/dialog/close-guard.tsx';
import { Modal } from '#/components/ui/dialog/modal.tsx';
import { TextField } from '#/components/ui/form/text-field.tsx';
import { ApiProblem } from '#/lib/client/http/problem.ts';

type Props = { onAdded: () => void; onClose: () => void };

/** An origin that no alarm calls yet. */
export function AddReceiver({ onAdded, onClose }: Props) {
  const { mutations } = useReceiverActions();
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (isBusy) return;
    const text = typed.trim();
    if (!URL.canParse(text)) return setError('Enter a URL, such as https://hooks.example.com.');
    setBusy(true);
    try {
      await mutations.create({ origin: new URL(text).origin });
      onAdded();
    } catch (problem) {
      setError(problem instanceof ApiProblem ? problem.detail : 'No response from the server. Try again.');
      setBusy(false);
    }
  };
  return (
    <Modal title="Add an origin" onClose={onClose}>
      <form noValidate onSubmit={submit} className="grid gap-4">
        <TextField
          label="Origin"
          type="url"
          autoComplete="off"
          data-autofocus
          placeholder="https://hooks.example.com"
          hint="Scheme, host, and port that alarms call"
          value={typed}
          error={error}
          onChange={(event) => {
            setError(null);
            setTyped(event.target.value);
          }}
        />
        <div className="flex justify-end gap-2">
          <CancelButton />
          <Button type="submit" variant="ink" busy={isBusy} busyLabel="Adding…">
            Add
          </Button>
        </div>
      </form>
    </Modal>
  );
}
