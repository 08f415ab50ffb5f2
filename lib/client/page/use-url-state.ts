'use client';

import { usePathname, useSearchParams } from 'next/navigation';
import { useCallback, useEffect, useMemo, useRef, useState, useTransition } from 'react';

type UrlState<View> = {
  /** The view of a URL; the same function on every render unless its dependencies have changed. */
  read: (query: URLSearchParams, path: string) => View;
  /** The path and query of a view; as stable as `read`. */
  toHref: (view: View) => string;
  /** Whether a path belongs to the screen. Without it, only the path on which the screen was opened does. */
  isHere?: (path: string) => boolean;
  /** Whether Back returns to `from`; never, without it. */
  isStep?: (from: View, to: View) => boolean;
  /** Whether something opens over `from`: a step, which closing goes back. */
  isOpening?: (from: View, to: View) => boolean;
};
type Write = { method: 'pushState' | 'replaceState'; href: string };

export type ViewChange<View> = Partial<View> | ((view: View) => View);

/**
 * State of a screen, stored in its URL, which changes without a request to the server. A change is rendered at once and
 * builds on the previous one: the router learns of both later, and rendering may be later still.
 */
export function useUrlState<View extends object>({ read, toHref, isHere, isStep, isOpening }: UrlState<View>) {
  const path = usePathname();
  const locationHref = hrefOf(path, useSearchParams());
  const [opened] = useState(path);
  const [href, setHref] = useState(locationHref);
  const newest = useRef(href);
  const [isOnItsWay, startTransition] = useTransition();
  const steps = useSteps();

  const hrefHere = useCallback(() => {
    const { pathname, search } = window.location;
    return (isHere?.(pathname) ?? pathname === opened) ? hrefOf(pathname, new URLSearchParams(search)) : null;
  }, [isHere, opened]);
  const follow = useCallback(() => {
    const here = hrefHere();
    if (here === null) return;
    newest.current = here;
    setHref(here);
  }, [hrefHere]);
  useEffect(() => {
    // A link. While an own change is pending, the router knows, and may write back, an earlier one.
    if (!isOnItsWay && !steps.isReturning() && locationHref === hrefHere()) follow();
  }, [isOnItsWay, locationHref, hrefHere, follow, steps]);
  useEffect(() => {
    // Back and forward, which may be reported to the router before anything since.
    const heardBack = () => steps.onStep() || follow();
    window.addEventListener('popstate', heardBack);
    return () => window.removeEventListener('popstate', heardBack);
  }, [follow, steps]);

  const view = useMemo(() => viewAt(href, read), [href, read]);
  const show = useCallback(
    (change: ViewChange<View>) => {
      // A search typed here may end on the next page.
      if (hrefHere() === null) return;
      const from = viewAt(newest.current, read);
      const to = typeof change === 'function' ? change(from) : { ...from, ...change };
      const before = newest.current;
      const href = toHref(to);
      newest.current = href;
      setHref(href);
      startTransition(() => {
        if (isOpening?.(from, to)) steps.open(before, href);
        else if (!isOpening?.(to, from) || !steps.close(href)) {
          steps.write({ method: isStep?.(from, to) ? 'pushState' : 'replaceState', href });
        }
      });
    },
    [hrefHere, read, toHref, isStep, isOpening, steps],
  );
  return { view, show };
}

/**
 * The history of the browser: closing something goes back to the page it opened over, so that Back continues from
 * there.
 */
class Steps {
  /** What something was opened over, one step back. */
  #below: string | null = null;
  #isReturning = false;
  #waiting: Write | null = null;

  /** Whether the browser has not yet gone back as far as requested. */
  isReturning(): boolean {
    return this.#isReturning;
  }

  open(below: string, href: string): void {
    this.write({ method: 'pushState', href });
    this.#below = below;
  }

  /** Whether `href` is one step back, and was gone to. */
  close(href: string): boolean {
    if (this.#below !== href || this.#isReturning) return false;
    this.#below = null;
    this.#isReturning = true;
    window.history.back();
    return true;
  }

  /** Going back takes a moment, during which nothing can be written. */
  write(write: Write): void {
    if (this.#isReturning) this.#waiting = write;
    else window.history[write.method](null, '', write.href);
  }

  /** At a step of the browser. True if it was requested here. */
  onStep(): boolean {
    const isOwn = this.#isReturning;
    if (!isOwn) this.#below = null;
    this.#isReturning = false;
    const waiting = this.#waiting;
    this.#waiting = null;
    if (waiting) this.write(waiting);
    return isOwn;
  }
}

function useSteps(): Steps {
  return useState(() => new Steps())[0];
}

function hrefOf(path: string, query: { toString(): string }): string {
  const text = query.toString();
  return text ? `${path}?${text}` : path;
}

function viewAt<View>(href: string, read: UrlState<View>['read']): View {
  const [path = '', query] = href.split('?');
  return read(new URLSearchParams(query), path);
}
