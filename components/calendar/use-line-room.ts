import { type RefObject, useLayoutEffect, useState } from 'react';

/** A line and the gap below it: targets are 24 px apart (WCAG 2.5.8). */
const LINE_PX = 24;
/** The space of a cell above and below its lines. */
const FRAME_PX = 34;
/** Until the height is known. */
const FIRST_ROOM = 3;

/** How many lines fit into the rows of a grid, which have the same height. */
export function useLineRoom(body: RefObject<HTMLElement | null>, rows: number): number {
  const [height, setHeight] = useState<number | null>(null);
  useLayoutEffect(() => {
    const element = body.current;
    if (!element) return;
    const measure = () => setHeight(element.getBoundingClientRect().height);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [body]);
  return height === null ? FIRST_ROOM : Math.max(0, Math.floor((height / rows - FRAME_PX) / LINE_PX));
}
