'use client';

import { type ComponentType, type ReactNode, startTransition, useEffect, useState } from 'react';
import { useLive } from '#/lib/client/live/use-live.tsx';
import { LazyModule } from '#/lib/client/offline/lazy-module.ts';
import { preloadModule } from '#/lib/client/offline/preload-module.ts';

/**
 * A part that is not in the page's first load: it loads after the page, or once the server responds again. `meanwhile`
 * is shown until then.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: ReactNode = null,
): ComponentType<Props> {
  const part = new LazyModule(load);
  return function LazyPart(props: Props) {
    const { connection } = useLive();
    const [Part, setPart] = useState(() => part.loaded());
    useEffect(() => {
      if (part.loaded()) return;
      return preloadModule(part, connection, (loaded) => startTransition(() => setPart(() => loaded)));
    }, [connection]);
    return Part ? <Part {...props} /> : fallback;
  };
}
