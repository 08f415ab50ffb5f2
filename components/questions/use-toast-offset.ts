import { useLayoutEffect } from 'react';

const GAP_PX = 12;

/** Lifts toasts above an element at the bottom of the page for as long as it is shown. */
export function useToastOffset(box: { current: HTMLElement | null }): void {
  useLayoutEffect(() => {
    const card = box.current;
    if (!card) return;
    const root = document.documentElement;
    const lift = () => {
      // By its layout: while it animates it is drawn lower.
      const height = Number.parseFloat(getComputedStyle(card).bottom) + card.offsetHeight + GAP_PX;
      root.style.setProperty('--notices-above', `${height}px`);
    };
    const sizes = new ResizeObserver(lift);
    sizes.observe(card);
    lift();
    root.dataset.asks = '';
    return () => {
      sizes.disconnect();
      root.style.removeProperty('--notices-above');
      delete root.dataset.asks;
    };
  }, [box]);
}
