import { useRef } from 'react';

/**
 * For menus in which a choice takes the focus elsewhere: give its `onCloseAutoFocus` to the menu. An open menu would take
 * the focus back, so what is taken is done once the menu is gone and its button has the focus: what opens then finds the
 * button as the place to give the focus back to.
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
