'use client';

import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { classNames } from '#/components/ui/class-names.ts';
import {
  CloseContext,
  DiscardPromptBar,
  DiscardPromptContext,
  useCloseGuard,
} from '#/components/ui/dialog/close-guard.tsx';
import { findOpener, focusBack } from '#/components/ui/dialog/opener.ts';

type Props = {
  title: string;
  role?: 'dialog' | 'alertdialog';
  onClose: () => void;
  /** `lg` for forms with more than a few fields. */
  size?: 'md' | 'lg';
  /** Long text: the title has the focus, so that it opens at its top and the arrow keys scroll it. */
  isRead?: boolean;
  children: ReactNode;
};

/**
 * A native modal dialog: the page behind it is inert, Esc closes it, and the focus returns to what opened it. On a
 * phone it is a sheet at the bottom. ⌘↵ saves from every field of its form. Esc and `CancelButton` ask before typed
 * text is lost. Open as long as it is rendered; `data-autofocus` marks the initial focus, `data-confirm` the button for
 * ⌘↵ without a form.
 */
export function Modal({ title, role = 'dialog', onClose, size = 'md', isRead = false, children }: Props) {
  const ref = useRef<HTMLDialogElement>(null);
  // When this is rendered, the menu that opened it is gone.
  const [opener] = useState(findOpener);
  const id = useId();
  const guard = useCloseGuard(role === 'dialog', onClose);
  useEffect(() => {
    const dialog = ref.current;
    // A previous dialog is gone by now, and has returned the focus.
    const before = opener?.element.isConnected ? opener : (findOpener() ?? opener);
    if (!dialog?.open) dialog?.showModal();
    // The browser has scrolled to the focused element.
    dialog?.scrollTo({ top: 0 });
    dialog?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    return () => focusBack(before);
  }, [opener]);
  return (
    <dialog
      ref={ref}
      role={role}
      aria-labelledby={id}
      data-closing={guard.question ? '' : undefined}
      onCancel={(event) => {
        event.preventDefault();
        guard.close();
      }}
      onFocus={guard.note}
      onKeyDown={submit}
      className={classNames(
        'mx-auto mt-auto mb-0 w-full max-w-none rounded-t-lg border border-line bg-surface p-6 scroll-pb-20 text-text shadow-dialog backdrop:bg-scrim sm:my-auto sm:rounded-lg',
        size === 'lg' ? 'sm:max-w-[640px]' : 'sm:max-w-[440px]',
      )}
    >
      <h2 id={id} {...(isRead && AUTOFOCUS)} className="mb-4 scroll-mt-6 text-base font-semibold outline-none">
        {title}
      </h2>
      <CloseContext value={guard.close}>
        <DiscardPromptContext value={guard.setPrompt}>{children}</DiscardPromptContext>
      </CloseContext>
      {guard.question && <DiscardPromptBar question={guard.question} onKeep={guard.keep} onClose={guard.discard} />}
    </dialog>
  );
}

const AUTOFOCUS = { tabIndex: -1, 'data-autofocus': '' };

/** Saves the form around the focus; without one, presses the confirm button. */
function submit(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Enter' || event.metaKey === event.ctrlKey || event.defaultPrevented) return;
  const form = event.target instanceof Element && event.target.closest('form');
  const confirm = event.currentTarget.querySelector<HTMLElement>('[data-confirm]');
  if (!form && !confirm) return;
  event.preventDefault();
  if (event.repeat) return;
  if (form) form.requestSubmit();
  else confirm?.click();
}

type FootProps = {
  /** The error of the form as a whole: shown where it was pressed. */
  problem?: ReactNode;
  children: ReactNode;
};

/** The buttons of a form that may be taller than the window: they stay visible while the rest scrolls. */
export function ModalFoot({ problem, children }: FootProps) {
  return (
    <div className="sticky -bottom-6 -mx-6 -mb-6 grid gap-3 border-t border-line bg-surface px-6 py-4 in-data-closing:hidden">
      {problem}
      <div className="flex justify-end gap-2">{children}</div>
    </div>
  );
}
