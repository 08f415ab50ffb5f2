'use client';

import { useCallback, useEffect, useState } from 'react';
import { Button } from '#/components/ui/button.tsx';
import { Icon } from '#/components/ui/icon.tsx';
import { IconButton } from '#/components/ui/icon-button.tsx';
import { Kbd } from '#/components/ui/kbd.tsx';
import { type ShownToast, type Toasts, UNDO } from '#/lib/client/page/toasts.ts';
import { useStore } from '#/lib/client/page/use-store.ts';

const SHOWN_MS = 8_000;

/**
 * The place of toasts: bottom center, above the tab bar of a phone, and above open questions. They are announced
 * politely.
 */
export function ToastPlace({ toasts }: { toasts: Toasts }) {
  const toast = useStore(toasts, () => null);
  return (
    <div role="status" className="toast-place">
      {toast && <Toast key={toast.id} toast={toast} toasts={toasts} />}
    </div>
  );
}

/** Disappears after eight seconds, but not while it is hovered or has the focus. */
function Toast({ toast, toasts }: { toast: ShownToast; toasts: Toasts }) {
  const onDone = useCallback(() => toasts.dismiss(), [toasts]);
  const [isPointedAt, setPointedAt] = useState(false);
  const [hasFocus, setFocus] = useState(false);
  const isHeld = isPointedAt || hasFocus;
  useEffect(() => {
    if (isHeld) return;
    const timeout = setTimeout(onDone, SHOWN_MS);
    return () => clearTimeout(timeout);
  }, [isHeld, onDone]);
  const { action } = toast;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only observes hover and focus
    <div
      data-toast
      onPointerEnter={() => setPointedAt(true)}
      onPointerLeave={() => setPointedAt(false)}
      onFocus={() => setFocus(true)}
      onBlur={() => setFocus(false)}
      className="pointer-events-auto flex max-w-full animate-rise items-center gap-3 rounded-lg border border-line bg-surface py-3 pr-3 pl-4 shadow-dialog"
    >
      <Icon name={toast.icon} />
      <p className="min-w-0 wrap-anywhere line-clamp-6">
        <b className="font-medium">{toast.lead}</b>
        {toast.text && <span className="text-text-2"> {toast.text}</span>}
      </p>
      {action && (
        <Button
          variant="soft"
          size="sm"
          onClick={() => {
            if (action.undo) return toasts.undo();
            onDone();
            action.run();
          }}
        >
          {action.label ?? UNDO}
          {action.undo && <Kbd className="-mr-1 ml-1 max-md:hidden pointer-coarse:hidden">⌘ Z</Kbd>}
        </Button>
      )}
      <IconButton icon="close" label="Dismiss" onClick={onDone} />
    </div>
  );
}
