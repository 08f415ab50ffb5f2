'use client';

import { type RefObject, useEffect } from 'react';

type Held = { element: Element; homes: HTMLElement[]; row: number };

const FOCUSABLE = 'a[href], button:not(:disabled), [tabindex="0"]';

/**
 * A press may remove the focused element: an entry is deleted, a field closes, the hero changes. The focus then moves
 * to the row that took the place of its row, else to the surrounding part of the page marked `data-focus-home` or,
 * failing that, to the first on the page, finally to the box itself. Otherwise it would move to the body, and Tab would
 * begin at the top. `rows` selects rows.
 */
export function useRestoredFocus(box: RefObject<HTMLElement | null>, rows: string): void {
  useEffect(() => {
    const root = box.current;
    if (!root) return;
    // Parts of the page may have been focused before this could observe it.
    let held: Held | null = root.contains(document.activeElement) ? heldAt(document.activeElement, root, rows) : null;
    const remember = ({ target }: FocusEvent) => {
      held = heldAt(target, root, rows);
    };
    // A press on nothing releases the focus on purpose; one on a control focuses it after this, unless it already has
    // the focus, or does not take it.
    const letGo = ({ target, defaultPrevented }: Event) => {
      if (!defaultPrevented && !(target instanceof Node && held?.element.contains(target))) held = null;
    };
    const observer = new MutationObserver(() => {
      // A menu may be open for a moment longer than its row exists.
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
