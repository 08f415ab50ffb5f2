'use client';

import { type ComponentType, type ReactNode, startTransition, useEffect, useState } from 'react';
import { useLive } from '#/lib/client/live/use-live.tsx';
import { fetchLate } from '#/lib/client/offline/fetch-late.ts';
import { Late } from '#/lib/client/offline/late.ts';

/**
 * A part that is not in the page's first load: it loads after the page, or once the server responds again. `meanwhile`
 * is shown until then.
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
