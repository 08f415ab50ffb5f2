import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/**
 * The width of an element in px, updated as it changes; 0 before it is known. Charts get it as a number: measured
 * before the first frame they are never drawn in a wrong size, and Recharts' own container, which draws once without a
 * size, is not needed.
 */
export function useWidth<T extends Element>(): [ref: RefObject<T | null>, width: number] {
  const ref = useRef<T>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const measure = () => setWidth(Math.floor(element.getBoundingClientRect().width));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, width];
}
