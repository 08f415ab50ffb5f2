'use client';

import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DeliveryRow } from '#/components/endpoints/delivery-row.tsx';
import type { EndpointActions } from '#/components/endpoints/endpoint-actions.ts';
import { EndpointsSkeleton } from '#/components/endpoints/endpoints-skeleton.tsx';
import { ResendFailed } from '#/components/endpoints/resend-failed.tsx';
import { Button } from '#/components/ui/button.tsx';
import { Segmented } from '#/components/ui/form/segmented.tsx';
import { ListError } from '#/components/ui/list/list-error.tsx';
import { RowChunks } from '#/components/ui/list/row-chunks.tsx';
import { ShowMore } from '#/components/ui/list/show-more.tsx';
import { type DeliveryFilter, deliveriesQuery } from '#/lib/client/endpoints/endpoint-queries.ts';
import { useLive } from '#/lib/client/live/use-live.tsx';
import type { EndpointJson } from '#/lib/webhooks/endpoints/endpoint-schemas.ts';

type Props = { endpoint: EndpointJson; actions: EndpointActions; onChanged: () => void };

const FILTERS = [
  ['all', 'All'],
  ['delivered', 'Delivered'],
  ['dead', 'Failed'],
] as const;

/** Deliveries, latest first; each opens to its payload, its attempts and a resend. */
export function DeliveryLog({ endpoint, actions, onChanged }: Props) {
  const { http } = useLive();
  const [filter, setFilter] = useState<DeliveryFilter>('all');
  const [isOpen, setOpen] = useState(false);
  const log = useInfiniteQuery(deliveriesQuery(http, endpoint.id, filter));
  const deliveries = log.data?.pages.flatMap((page) => page.deliveries) ?? [];
  return (
    <section aria-label="Deliveries" className="border-t border-line px-4 py-4 md:px-6">
      <div className="flex items-center gap-2">
        <h4 className="mr-auto font-semibold">Deliveries</h4>
        {endpoint.enabled && (
          <Button size="sm" onClick={() => setOpen(true)}>
            Resend failed…
          </Button>
        )}
      </div>
      <div className="my-3">
        <Segmented label="Which deliveries" options={FILTERS} value={filter} onChange={setFilter} />
      </div>
      {deliveries.length > 0 && (
        <div className="border-t border-line">
          <RowChunks as="ul" rows={deliveries}>
            {(delivery) => (
              <DeliveryRow
                key={delivery.id}
                delivery={delivery}
                mayResend={endpoint.enabled}
                resend={actions.resend}
                onChanged={onChanged}
              />
            )}
          </RowChunks>
        </div>
      )}
      {log.isPending && <EndpointsSkeleton />}
      {log.data && deliveries.length === 0 && <p className="text-text-3">{NOTHING[filter]}</p>}
      {!log.data && log.isError && <ListError noun="deliveries" error={log.error} size="part" />}
      <ShowMore count={50} query={log} />
      {isOpen && (
        <ResendFailed
          id={endpoint.id}
          resendFailed={actions.resendFailed}
          onClose={(isDone) => {
            setOpen(false);
            if (isDone) onChanged();
          }}
        />
      )}
    </section>
  );
}

const NOTHING: Record<DeliveryFilter, string> = {
  all: 'Nothing sent yet. Send a test, or wait for the first event.',
  delivered: 'Nothing delivered yet.',
  dead: 'No failed deliveries.',
};
