'use client';

import { usePathname } from 'next/navigation';
import { useEffect, useRef } from 'react';
import { focusBack } from '#/components/ui/dialog/opener.ts';

/**
 * Gives the focus to a page that is opened by key, when what had it went with the page before: to its `data-focus-home`, or
 * to the page as a whole. A link that was pressed keeps it.
 */
export function ArrivalFocus(): null {
  const pathname = usePathname();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (document.activeElement === document.body) focusBack(null);
  }, [pathname]);
  return null;
}
