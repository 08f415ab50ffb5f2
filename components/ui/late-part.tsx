'use client';

import { type ComponentType, type ReactNode, startTransition, useEffect, useState } from 'react';
import { fetchLate } from '#/lib/client/fetch-late.ts';
import { Late } from '#/lib/client/late.ts';
import { useLive } from '#/lib/client/use-live.tsx';

/**
 * A part that is not in the page's first load: it comes after the page, or once the server responds again. `meanwhile` takes
 * its place until then.
 */
export function latePart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  meanwhile: ReactNode = null,
): ComponentType<Props> {
  const part = new Late(load);
  return function LatePart(props: Props) {
    const { connection } = useLive();
    const [Part, setPart] = useState(() => part.loaded());
    useEffect(() => {
      if (part.loaded()) return;
      return fetchLate(part, connection, (loaded) => startTransition(() => setPart(() => loaded)));
    }, [connection]);
    return Part ? <Part {...props} /> : meanwhile;
  };
}
