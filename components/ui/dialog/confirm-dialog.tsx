'use client';

import { type ReactNode, type SubmitEvent, useState } from 'react';
import { Button } from '#/components/ui/button.tsx';
import { Modal } from '#/components/ui/dialog/modal.tsx';
import { Notice } from '#/components/ui/notice.tsx';

type Props = {
  title: string;
  /** The effect. */
  children: ReactNode;
  /** The button's label: "Delete webhook", and "Deleting…" while it is in flight. */
  label: string;
  busyLabel: string;
  cancelLabel?: string;
  /** False if it can be undone easily. */
  isDanger?: boolean;
  /** False until the required text is typed. */
  isReady?: boolean;
  /** Resolves to the error, or to null; the caller closes the dialog. Never rejects. */
  onConfirm: () => Promise<string | null>;
  onCancel: () => void;
};

/** Asks before something that can't be undone. The focus is on canceling; ⌘↵ confirms. */
export function ConfirmDialog({ title, children, isDanger = true, isReady = true, ...props }: Props) {
  const { label, busyLabel, cancelLabel = 'Keep it', onConfirm, onCancel } = props;
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const confirm = async (event: SubmitEvent) => {
    event.preventDefault();
    if (isBusy || !isReady) return;
    setBusy(true);
    setError(await onConfirm());
    setBusy(false);
  };
  return (
    <Modal role="alertdialog" title={title} onClose={onCancel}>
      <form onSubmit={(event) => void confirm(event)}>
        <div className="grid gap-2 text-text-2 wrap-anywhere">{children}</div>
        {error && (
          <div className="mt-4">
            <Notice tone="danger">{error}</Notice>
          </div>
        )}
        <div className="mt-6 flex justify-end gap-2">
          <Button type="button" data-autofocus onClick={onCancel}>
            {cancelLabel}
          </Button>
          <Button
            type="submit"
            variant={isDanger ? 'danger' : 'ink'}
            disabled={!isReady}
            busy={isBusy}
            busyLabel={busyLabel}
          >
            {label}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
