'use client';

import { useEffect } from 'react';
import { SIGNED_OUT } from '#/lib/client/http/signed-out.ts';
import { useLive } from '#/lib/client/live/use-live.tsx';

/** Not a search, which is no loss, nor the composer, whose draft is kept. Forms and dialogs handle it themselves. */
const SAVED_FIELDS = 'textarea, input:not([type=password], [type=search], [role=combobox])';
const SIGNED_OUT_LEAD = 'You’re signed out.';

/** Keeps the page when the session ends while someone is typing into a single field, such as a title. */
export function GuardSession(): null {
  const { toasts } = useLive();
  useEffect(() => {
    const end = new AbortController();
    const hold = (event: Event) => {
      if (event.defaultPrevented || !isTyping()) return;
      event.preventDefault();
      if (toasts.current()?.lead === SIGNED_OUT_LEAD) return;
      toasts.show({
        icon: 'warning',
        lead: SIGNED_OUT_LEAD,
        text: 'Sign in from another tab to keep what you typed.',
        action: { label: 'Discard and sign in', run: (event as CustomEvent<() => void>).detail },
      });
    };
    window.addEventListener(SIGNED_OUT, hold, { signal: end.signal });
    return () => end.abort();
  }, [toasts]);
  return null;
}

function isTyping(): boolean {
  const field = document.activeElement;
  return Boolean(field?.matches(SAVED_FIELDS) && (field as HTMLInputElement).value.trim()) && !field?.closest('dialog');
}
