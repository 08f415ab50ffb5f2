'use client';

import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * For elements fixed below the header of a page: keeps `--head-bottom` on it, in px of the viewport. The header is at
 * the top once the page is scrolled; before that it is below the notice bars, which appear and disappear.
 */
export function useBelowHead<T extends HTMLElement>(): RefObject<T | null> {
  const ref = useRef<T>(null);
  useLayoutEffect(() => {
    const head = document.querySelector('main > header');
    if (!head) return;
    const place = () => ref.current?.style.setProperty('--head-bottom', `${head.getBoundingClientRect().bottom}px`);
    place();
    const bars = document.querySelector('[data-notices]');
    const sizes = new ResizeObserver(place);
    if (bars) sizes.observe(bars);
    window.addEventListener('scroll', place, { passive: true });
    return () => {
      sizes.disconnect();
      window.removeEventListener('scroll', place);
    };
  }, []);
  return ref;
}
