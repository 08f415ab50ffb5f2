'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { brokersQuery } from '#/lib/client/brokers/broker-queries.ts';
import { useLive } from '#/lib/client/live/use-live.tsx';

/** "orders → timers.out", if the broker still exists. */
export function BrokerTarget({ brokerId, target }: { brokerId: string; target: string | null }) {
  const { http } = useLive();
  const { data } = useQuery(brokersQuery(http));
  const name = data?.brokers.find(({ id }) => id === brokerId)?.name;
  return (
    <>
      {name ? (
        <Link href="/settings#brokers" className="underline pointer-coarse:py-3">
          {name}
        </Link>
      ) : (
        data && <span className="text-text-3">deleted broker</span>
      )}
      <code className="font-mono text-xs"> → {target}</code>
    </>
  );
}
