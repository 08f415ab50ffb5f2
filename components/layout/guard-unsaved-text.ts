'use client';

import { useEffect } from 'react';
import { useLive } from '#/lib/client/live/use-live.tsx';
import { fieldOf } from '#/lib/client/page/shortcuts.ts';
import type { Toasts } from '#/lib/client/page/toasts.ts';
import { UnsavedText } from '#/lib/client/page/unsaved-text.ts';

/** A field that replaces another is there by then. */
const REPLACED_MS = 300;

/**
 * Keeps typed keys from acting as shortcuts when their field disappears or is still loading (`data-awaits-field`),
 * before any other part of the page gets them. Text lost with its field can be copied; keys typed too early are
 * inserted into the field that appears.
 */
export function GuardUnsavedText(): null {
  const { toasts } = useLive();
  useEffect(() => {
    const typed = new UnsavedText();
    const leave = new AbortController();
    const listen = <K extends keyof WindowEventMap>(
      type: K,
      listener: (event: WindowEventMap[K]) => void,
      capture = true,
    ) => window.addEventListener(type, listener, { capture, signal: leave.signal });
    listen('keydown', (event) => {
      if (!typed.capturesKey(event, event.timeStamp, document.querySelector('[data-awaits-field]') !== null)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    });
    // A digit that picks a line of the palette is not part of text.
    listen('keydown', (event) => event.defaultPrevented && typed.end(), false);
    listen('pointerdown', () => void typed.takeEarlyText());
    typed.endOn(window, leave.signal);
    typed.insertOn(window, leave.signal, {
      isFieldActive: () => fieldOf(document.activeElement) !== null,
      // Like typing: at the caret, replacing the selection, with input events.
      insert: (early) => document.execCommand('insertText', false, early),
    });
    const observer = new MutationObserver(() => {
      const lost = typed.takeLostText(performance.now());
      if (lost) setTimeout(() => reportUnlessKept(lost, toasts), REPLACED_MS);
    });
    observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      leave.abort();
      observer.disconnect();
    };
  }, [toasts]);
  return null;
}

/** Does not report text that is kept in another field: drafts follow their timer. */
function reportUnlessKept(lost: string, toasts: Toasts): void {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea');
  if ([...fields].some(({ value }) => value.trim() === lost)) return;
  toasts.show({
    icon: 'warning',
    lead: 'The field you were typing in closed.',
    text: `You typed: ${lost}`,
    action: { label: 'Copy', run: () => void copy(lost, toasts) },
  });
}

async function copy(text: string, toasts: Toasts): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toasts.show({ icon: 'check', lead: 'Copied.' });
  } catch {
    // The clipboard is missing without https, or not allowed.
    toasts.show({ icon: 'warning', lead: 'Couldn’t copy it.', text: `Copy it from here: ${text}` });
  }
}
