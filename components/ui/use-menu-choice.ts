import { useRef } from 'react';

/** For menus in which a choice takes the focus elsewhere: give its `onCloseAutoFocus` to the menu. */
export function useMenuChoice() {
  const isTaken = useRef(false);
  const afterwards = useRef<(() => void) | null>(null);
  return {
    /** What it does takes the focus in its own time. */
    take: (what: () => void) => () => {
      isTaken.current = true;
      what();
    },
    /** It puts the focus somewhere, which an open menu would take back: done once the menu is gone. */
    takeAfterwards: (what: () => void) => () => {
      isTaken.current = true;
      afterwards.current = what;
    },
    onCloseAutoFocus: (event: Event) => {
      if (isTaken.current) event.preventDefault();
      afterwards.current?.();
    },
  };
}
