'use client';

import { useRouter } from 'next/navigation';
import { useEffect, useState } from 'react';
import { useLive } from '#/lib/client/live/use-live.tsx';
import { SECOND_MS } from '#/lib/core/duration.ts';

/** A page that was just hovered must not change again because of this. */
const OLD_MS = 10 * SECOND_MS;

/**
 * For a page with server-rendered data: if it was prefetched a while ago, it is shown and reloaded. `madeAt` is in
 * epoch milliseconds by the server's clock.
 */
export function RefreshPrefetched({ madeAt }: { madeAt: number }) {
  const { clock } = useLive();
  const router = useRouter();
  const [firstMadeAt] = useState(madeAt);
  useEffect(() => {
    if (clock.now() - firstMadeAt > OLD_MS) router.refresh();
  }, [clock, router, firstMadeAt]);
  return null;
}
