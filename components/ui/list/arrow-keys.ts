import type { KeyboardEvent } from 'react';

const STEPS: Record<string, 1 | -1 | undefined> = { ArrowDown: 1, ArrowUp: -1 };

/**
 * Arrow keys up and down on the rows themselves. Menus opened from a row, and fields in it, keep theirs: their key
 * events bubble to the list too, even out of a portal.
 */
export function arrowKeys(navigate: (step: 1 | -1) => void): (event: KeyboardEvent) => void {
  return (event) => {
    const step = STEPS[event.key];
    if (!step || event.defaultPrevented || !event.currentTarget.contains(event.target as Node)) return;
    event.preventDefault();
    navigate(step);
  };
}
