'use client';

import { type ReactNode, type SubmitEvent, useState } from 'react';
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
  cancelLabel?: string;
  /** False for what is undone as easily as it is done. */
  isDanger?: boolean;
  /** False until what has to be typed is typed. */
  isReady?: boolean;
  /** Resolves to what went wrong, or to null; closing the dialog is the caller's. Never rejects. */
  onConfirm: () => Promise<string | null>;
  onCancel: () => void;
};

/** Asks before something that can't be undone. The focus is on keeping it; ⌘↵ confirms. */
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
