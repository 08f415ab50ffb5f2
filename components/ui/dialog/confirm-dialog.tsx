'use client';

import { type ReactNode, useState } from 'react';
import { Button } from '#/components/ui/button.tsx';
import { Modal } from '#/components/ui/dialog/modal.tsx';
import { Notice } from '#/components/ui/notice.tsx';

type Props = {
  title: string;
  /** What will happen. */
  children: ReactNode;
  /** What the button says: "Delete webhook", and "Deleting…" while it is under way. */
  label: string;
  busyLabel: string;
  /** Resolves to what went wrong, or to null; closing the dialog is the caller's. Never rejects. */
  onConfirm: () => Promise<string | null>;
  onCancel: () => void;
};

/** Asks before something that can't be undone. The focus is on keeping it; ⌘↵ confirms. */
export function ConfirmDialog({ title, children, label, busyLabel, onConfirm, onCancel }: Props) {
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const confirm = async () => {
    setBusy(true);
    setError(await onConfirm());
    setBusy(false);
  };
  return (
    <Modal role="alertdialog" title={title} onClose={onCancel}>
      <p className="text-text-2 wrap-anywhere">{children}</p>
      {error && (
        <div className="mt-4">
          <Notice tone="danger">{error}</Notice>
        </div>
      )}
      <div className="mt-6 flex justify-end gap-2">
        <Button data-autofocus onClick={onCancel}>
          Keep it
        </Button>
        <Button data-confirm variant="danger" busy={isBusy} busyLabel={busyLabel} onClick={() => void confirm()}>
          {label}
        </Button>
      </div>
    </Modal>
  );
}
