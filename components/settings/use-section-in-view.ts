import { useEffect, useState } from 'react';

/** A section that begins above this line, just below the top bar, has been read or is being read. */
const READING_LINE_PX = 96;

/** The section of the page being read; null before the page has hydrated. */
export function useSectionInView(ids: readonly string[]): string | null {
  const [here, setHere] = useState<string | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    const update = () => setHere(sectionInView(ids));
    update();
    for (const type of ['scroll', 'resize', 'hashchange']) {
      window.addEventListener(type, update, { passive: true, signal: controller.signal });
    }
    return () => controller.abort();
  }, [ids]);
  return here;
}

function sectionInView(ids: readonly string[]): string | null {
  const topOf = (id: string) => document.getElementById(id)?.getBoundingClientRect().top ?? Number.POSITIVE_INFINITY;
  // The last sections never reach the line: there the requested one counts.
  const isAtEnd = window.scrollY > 0 && window.innerHeight + window.scrollY >= document.body.scrollHeight - 1;
  const anchor = window.location.hash.slice(1);
  if (isAtEnd && ids.includes(anchor) && topOf(anchor) < window.innerHeight && topOf(anchor) >= 0) return anchor;
  if (isAtEnd) return ids.at(-1) ?? null;
  return ids.findLast((id) => topOf(id) <= READING_LINE_PX) ?? ids[0] ?? null;
}
