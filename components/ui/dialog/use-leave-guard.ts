'use client';

import { useEffect, useEffectEvent } from 'react';
import { SIGNED_OUT } from '#/lib/client/http/signed-out.ts';

type LeaveGuard = {
  /** Whether leaving the page would lose something. */
  isAtRisk: () => boolean;
  /** Asks first; `leave` continues the navigation. */
  ask: (leave: () => void) => void;
  /** The session has ended. True keeps the page, which shows that; `leave` continues to the sign-in page. */
  keepSignedOut: (leave: () => void) => boolean;
};

/**
 * Asks before the page is left: by Back and Forward, by a link, and, in the browser's own words, by a reload; the end
 * of the session doesn't lead away from typed text. Steps back by the app itself are not blocked. Browsers without the
 * Navigation API (Firefox before 147, Safari before 26.2) can't block Back.
 */
export function useLeaveGuard({ isAtRisk, ask, keepSignedOut }: LeaveGuard): void {
  const hold = useEffectEvent((event: Event, leave: () => void) => {
    if (!isAtRisk()) return;
    event.preventDefault();
    event.stopPropagation();
    ask(leave);
  });
  const holdUnload = useEffectEvent((event: Event) => isAtRisk() && event.preventDefault());
  const holdSignedOut = useEffectEvent((event: Event) => {
    if (keepSignedOut((event as CustomEvent<() => void>).detail)) event.preventDefault();
  });
  useEffect(() => {
    const { navigation } = window as { navigation?: Navigation };
    const end = new AbortController();
    const options = { capture: true, signal: end.signal };
    navigation?.addEventListener(
      'navigate',
      (event) => {
        const { navigationType, userInitiated, cancelable, destination } = event;
        if (navigationType !== 'traverse' || !userInitiated || !cancelable) return;
        hold(event, () => navigation.traverseTo(destination.key));
      },
      options,
    );
    window.addEventListener(
      'click',
      (event) => {
        const link = leavingLink(event);
        if (link) hold(event, () => link.click());
      },
      options,
    );
    window.addEventListener('beforeunload', (event) => holdUnload(event), options);
    window.addEventListener(SIGNED_OUT, (event) => holdSignedOut(event), options);
    return () => end.abort();
  }, []);
}

/** The pressed link that leads to another page in the same tab. */
function leavingLink({ target, button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): HTMLAnchorElement | null {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
  if (!link || button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return null;
  const isBeside = link.hasAttribute('download') || (link.target !== '' && link.target !== '_self');
  return isBeside || link.pathname === window.location.pathname ? null : link;
}
