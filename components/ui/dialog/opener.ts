/** The focused element when something opened over the page, and its ancestors. */
export type Opener = { element: HTMLElement; around: Element[] };

/** A menu is removed when an item is pressed: its button takes its place here. Null when nothing had the focus. */
export function findOpener(): Opener | null {
  const focused = document.activeElement;
  const menu = focused?.closest('[role=menu]');
  const element = menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : focused;
  if (!(element instanceof HTMLElement) || element === document.body) return null;
  return { element, around: elementsAround(element) };
}

/**
 * Returns the focus, or, if its element is gone, moves it to the nearest part of the page marked `data-focus-home`;
 * finally, and when nothing had the focus, to the main part of the page.
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
