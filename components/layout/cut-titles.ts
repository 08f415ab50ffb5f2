'use client';

import { useEffect } from 'react';

const CUT = '.truncate, [class*="line-clamp-"]';

/**
 * Words that have no room for all of them show all in a tooltip. Whether they have room is known when someone points at
 * them: it changes with the window and with what is beside them.
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
