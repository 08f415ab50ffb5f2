'use client';

import { type RefObject, useEffect } from 'react';

type Held = { element: Element; homes: HTMLElement[]; row: number };

const FOCUSABLE = 'a[href], button:not(:disabled), [tabindex="0"]';

/**
 * What has the focus may leave the page by being pressed: an entry is deleted, a field closes, the hero changes. The
 * focus then goes to the row that took the place of its row, else to the part of the page marked `data-focus-home`
 * around it or, failing that, to the first on the page, at last to the box itself. Without this it would fall to the
 * body, and Tab begin at the top. `rows` selects what counts as a row.
 */
export function useRestoredFocus(box: RefObject<HTMLElement | null>, rows: string): void {
  useEffect(() => {
    const root = box.current;
    if (!root) return;
    // Parts of the page may have taken the focus before this was there to hear of it.
    let held: Held | null = root.contains(document.activeElement) ? heldAt(document.activeElement, root, rows) : null;
    const remember = ({ target }: FocusEvent) => {
      held = heldAt(target, root, rows);
    };
    // A press beside everything lets go of the focus on purpose; one on a control takes hold of it anew after this, unless
    // it has the focus already, or leaves it where it is.
    const letGo = ({ target, defaultPrevented }: Event) => {
      if (!defaultPrevented && !(target instanceof Node && held?.element.contains(target))) held = null;
    };
    const observer = new MutationObserver(() => {
      // A menu may stand over the page for a moment longer than the row that it belongs to.
      if (!held || held.element.isConnected || document.activeElement?.closest('[role=menu]')) return;
      const place = placeOf(root, held, rows);
      held = null;
      if (document.activeElement === document.body) place.focus({ preventScroll: true });
    });
    observer.observe(root, { childList: true, subtree: true });
    observer.observe(document.body, { childList: true });
    root.addEventListener('focusin', remember);
    document.addEventListener('mousedown', letGo);
    return () => {
      observer.disconnect();
      root.removeEventListener('focusin', remember);
      document.removeEventListener('mousedown', letGo);
    };
  }, [box, rows]);
}

function heldAt(target: EventTarget | null, root: HTMLElement, rows: string): Held | null {
  if (!(target instanceof Element)) return null;
  const row = rowsOf(root, rows).findIndex((one) => one.contains(target));
  return { element: target, homes: homesOf(target, root), row };
}

function placeOf(root: HTMLElement, { homes, row }: Held, rows: string): HTMLElement {
  const there = rowsOf(root, rows);
  const next = row < 0 ? undefined : (there[row] ?? there.at(-1));
  const inRow = next?.matches('[tabindex]') ? next : next?.querySelector<HTMLElement>(FOCUSABLE);
  const home = homes.find((one) => one.isConnected) ?? root.querySelector<HTMLElement>('[data-focus-home]');
  return inRow ?? home ?? root;
}

function homesOf(element: Element, root: HTMLElement): HTMLElement[] {
  const homes: HTMLElement[] = [];
  for (let at: Element | null = element; at && at !== root; at = at.parentElement) {
    if (at instanceof HTMLElement && at.dataset.focusHome !== undefined) homes.push(at);
  }
  return homes;
}

function rowsOf(root: HTMLElement, rows: string): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>(rows)];
}
