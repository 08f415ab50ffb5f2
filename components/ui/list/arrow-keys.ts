import type { KeyboardEvent } from 'react';

/**
 * Arrow keys up and down on the rows themselves. Menus that were opened from a row, and fields in it, keep theirs: what
 * is pressed there bubbles to the list too, out of a portal as well.
 */
export function arrowKeys(navigate: (step: 1 | -1) => void): (event: KeyboardEvent) => void {
  return (event) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    if (event.defaultPrevented || !event.currentTarget.contains(event.target as Node)) return;
    event.preventDefault();
    navigate(event.key === 'ArrowDown' ? 1 : -1);
  };
}
