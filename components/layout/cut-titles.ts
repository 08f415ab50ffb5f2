'use client';

import { useEffect } from 'react';

const CUT = '.truncate, [class*="line-clamp-"]';

/**
 * Truncated text shows all of it in a tooltip. Whether it is truncated is checked on hover: it changes with the window
 * and its surroundings.
 */
export function CutTitles(): null {
  useEffect(() => {
    const show = ({ target }: PointerEvent) => {
      const words = target instanceof Element ? target.closest<HTMLElement>(CUT) : null;
      if (!words) return;
      const isOurs = words.dataset.cut !== undefined;
      if (isCut(words)) {
        if (!isOurs && (words.closest('[title]') || words.querySelector('[title]'))) return;
        words.title = words.innerText;
        words.dataset.cut = '';
      } else if (isOurs) {
        words.removeAttribute('title');
        delete words.dataset.cut;
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
