/** What had the focus when something opened over the page, and all that is around it. */
export type Opener = { element: HTMLElement; around: Element[] };

/** A menu goes with the press on one of its items: what opened the menu stands for it. Null when nothing had the focus. */
export function findOpener(): Opener | null {
  const focused = document.activeElement;
  const menu = focused?.closest('[role=menu]');
  const element = menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : focused;
  if (!(element instanceof HTMLElement) || element === document.body) return null;
  return { element, around: elementsAround(element) };
}

/**
 * Gives the focus back, or, when that is gone by now, to the nearest part of the page marked `data-focus-home`; at last, and
 * when nothing had the focus, to what the page is about.
 */
export function focusBack(opener: Opener | null): void {
  if (opener?.element.isConnected) opener.element.focus();
  if (document.activeElement !== document.body) return;
  const around = opener?.around ?? [];
  for (const part of [...around, ...document.querySelectorAll('main')]) {
    if (!part.isConnected) continue;
    const home = part.matches('[data-focus-home]') ? part : part.querySelector('[data-focus-home]');
    if (!(home instanceof HTMLElement)) continue;
    home.focus({ preventScroll: true });
    return;
  }
  document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
}

function elementsAround(element: Element): Element[] {
  const around: Element[] = [];
  for (let at = element.parentElement; at && at !== document.body; at = at.parentElement) around.push(at);
  return around;
}
