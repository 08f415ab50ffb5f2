'use client';

import { type ReactNode, useEffect, useId, useRef } from 'react';
import { classNames } from '#/components/ui/class-names.ts';

type Props = {
  title: string;
  role?: 'dialog' | 'alertdialog';
  onClose: () => void;
  /** `lg` for forms with more than a few fields. */
  size?: 'md' | 'lg';
  children: ReactNode;
};

/**
 * A native modal dialog: the page behind it is inert, Esc asks to close it, focus goes back to what opened it. On a
 * phone it is a sheet at the bottom. Open as long as it is rendered; `data-autofocus` marks what has the focus first.
 */
export function Modal({ title, role = 'dialog', onClose, size = 'md', children }: Props) {
  const ref = useRef<HTMLDialogElement>(null);
  const opener = useRef<Element>(null);
  const id = useId();
  useEffect(() => {
    opener.current ??= document.activeElement;
    const dialog = ref.current;
    if (!dialog?.open) dialog?.showModal();
    dialog?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    return () => {
      if (opener.current instanceof HTMLElement) opener.current.focus();
    };
  }, []);
  return (
    <dialog
      ref={ref}
      role={role}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      className={classNames(
        'mx-auto mt-auto mb-0 w-full max-w-none rounded-t-lg border border-line bg-surface p-6 text-text shadow-dialog backdrop:bg-scrim sm:my-auto sm:rounded-lg',
        size === 'lg' ? 'sm:max-w-[640px]' : 'sm:max-w-[440px]',
      )}
    >
      <h2 id={id} className="mb-4 text-base font-semibold">
        {title}
      </h2>
      {children}
    </dialog>
  );
}
