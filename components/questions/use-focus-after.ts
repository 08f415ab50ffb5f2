import { useEffect, useLayoutEffect, useRef } from 'react';

/** After an answer by key, the focus returns to where it was, or to the timer. */
export function useFocusAfter(box: { current: HTMLElement | null }): void {
  const from = useRef<Element | null>(null);
  const wasWithin = useRef(false);
  // While it is still there it can check whether it has the focus; while its own dialog is open nothing else can.
  useLayoutEffect(() => {
    const card = box.current;
    wasWithin.current = false;
    const come = ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget instanceof Element && !card?.contains(relatedTarget)) from.current = relatedTarget;
    };
    card?.addEventListener('focusin', come);
    return () => {
      card?.removeEventListener('focusin', come);
      wasWithin.current = card?.contains(document.activeElement) ?? false;
    };
  }, [box]);
  useEffect(
    () => () => {
      if (!wasWithin.current) return;
      const home = from.current?.isConnected
        ? from.current
        : (document.querySelector('[data-focus-home]') ?? document.querySelector('main'));
      if (home instanceof HTMLElement) home.focus({ preventScroll: true });
    },
    [],
  );
}
