'use client';

import { useEffect } from 'react';

const TRUNCATED = '.truncate, [class*="line-clamp-"]';

/**
 * Truncated text shows all of it in a tooltip. Whether it is truncated is checked on hover: it changes with the window
 * and its surroundings.
 */
export function TruncatedTextTooltips(): null {
  useEffect(() => {
    const show = ({ target }: PointerEvent) => {
      const element = target instanceof Element ? target.closest<HTMLElement>(TRUNCATED) : null;
      if (!element) return;
      const isOurs = element.dataset.cut !== undefined;
      if (isCut(element)) {
        if (!isOurs && (element.closest('[title]') || element.querySelector('[title]'))) return;
        element.title = element.innerText;
        element.dataset.cut = '';
      } else if (isOurs) {
        element.removeAttribute('title');
        delete element.dataset.cut;
      }
    };
    document.addEventListener('pointerover', show);
    return () => document.removeEventListener('pointerover', show);
  }, []);
  return null;
}

function isCut({ scrollWidth, clientWidth, scrollHeight, clientHeight }: HTMLElement): boolean {
  return scrollWidth > clientWidth || scrollHeight > clientHeight + 1;
}
