import { useRef } from 'react';

/**
 * For menus in which a choice moves the focus elsewhere: pass its `onCloseAutoFocus` to the menu. An open menu would
 * take the focus back, so the action runs once the menu is gone and its button has the focus: what opens then finds the
 * button to return the focus to.
 */
export function useMenuChoice() {
  const taken = useRef<(() => void) | null>(null);
  return {
    take: (what: () => void) => () => {
      taken.current = what;
    },
    onCloseAutoFocus: () => taken.current?.(),
  };
}
