'use client';

import { useEffect } from 'react';
import { findOpener, focusBack, type Opener } from '#/components/ui/dialog/opener.ts';

/**
 * Restores the focus when the focused toast is removed: Undo was pressed in it, or it was dismissed. Otherwise it would
 * move to the body, and Tab would begin at the top.
 */
export function ToastFocus(): null {
  useEffect(() => {
    let before: Opener | null = findOpener();
    let toast: Element | null = null;
    const end = new AbortController();
    const options = { capture: true, signal: end.signal };
    document.addEventListener(
      'focusin',
      ({ target }) => {
        toast = toastOf(target);
        if (!toast) before = findOpener();
      },
      options,
    );
    document.addEventListener(
      'focusout',
      ({ target, relatedTarget }) => {
        // Released by a press on nothing.
        if (!toastOf(target) && !relatedTarget && document.hasFocus()) before = null;
      },
      options,
    );
    const observer = new MutationObserver(() => {
      if (!toast || toast.isConnected) return;
      toast = null;
      if (document.activeElement === document.body) focusBack(before);
    });
    observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      end.abort();
      observer.disconnect();
    };
  }, []);
  return null;
}

function toastOf(target: EventTarget | null): Element | null {
  return target instanceof Element ? target.closest('[data-toast]') : null;
}
