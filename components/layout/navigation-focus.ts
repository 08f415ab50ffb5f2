'use client';

import { usePathname } from 'next/navigation';
import { useEffect, useRef } from 'react';
import { focusBack } from '#/components/ui/dialog/opener.ts';

/**
 * Focuses a page that is opened by key, when the focused element went with the previous page: its `data-focus-home`, or
 * the page as a whole. A pressed link keeps the focus.
 */
export function NavigationFocus(): null {
  const pathname = usePathname();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (document.activeElement === document.body) focusBack(null);
  }, [pathname]);
  return null;
}
