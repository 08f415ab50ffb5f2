'use client';

import { type ReactNode, startTransition, useEffect, useState } from 'react';
import { afterLoad } from '#/lib/client/at-rest.ts';

/**
 * For parts of the frame that ask the server's cache but show nothing themselves. They wait for the page: a question
 * asked before it would keep the answers that come with it out of the first frame, on the server too.
 */
export function OnceShown({ children }: { children: ReactNode }) {
  const [isShown, setShown] = useState(false);
  // In turns: together they would hold up the first press.
  useEffect(() => afterLoad.add(() => startTransition(() => setShown(true))), []);
  return isShown && children;
}
