'use client';

import { useRouter } from 'next/navigation';
import { useEffect, useState } from 'react';
import { useLive } from '#/lib/client/live/use-live.tsx';
import { SECOND_MS } from '#/lib/core/duration.ts';

/** No one who has just pointed at a link sees its page change again for this. */
const OLD_MS = 10 * SECOND_MS;

/**
 * For a page whose facts the server writes into it: where it was fetched a while before it was wanted, it is shown and
 * made again. `madeAt` is in epoch milliseconds by the server's clock.
 */
export function FetchedAhead({ madeAt }: { madeAt: number }) {
  const { clock } = useLive();
  const router = useRouter();
  const [firstMadeAt] = useState(madeAt);
  useEffect(() => {
    if (clock.now() - firstMadeAt > OLD_MS) router.refresh();
  }, [clock, router, firstMadeAt]);
  return null;
}
