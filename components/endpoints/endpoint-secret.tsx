'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { EndpointActions } from '#/components/endpoints/endpoint-actions.ts';
import { Button } from '#/components/ui/button.tsx';
import { ListError } from '#/components/ui/list/list-error.tsx';
import { RotateSecret } from '#/components/webhook-secrets/rotate-secret.tsx';
import { ShownSecret } from '#/components/webhook-secrets/shown-secret.tsx';
import { endpointSecretQuery } from '#/lib/client/endpoints/endpoint-queries.ts';
import { ENDPOINTS_KEY } from '#/lib/client/http/cache-keys.ts';
import { useLive } from '#/lib/client/live/use-live.tsx';

type Props = { id: string } & Pick<EndpointActions, 'rotate'>;

/** The secret that signs its webhooks, shown on request, and rotated. */
export function EndpointSecret({ id, rotate }: Props) {
  const { http } = useLive();
  const client = useQueryClient();
  const [isShown, setShown] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const { data, error } = useQuery(endpointSecretQuery(http, id, isShown));
  return (
    <section aria-label="Secret" className="border-t border-line px-4 py-4 md:px-6">
      <div className="flex items-center gap-2">
        <h4 className="mr-auto font-semibold">Secret</h4>
        <Button size="sm" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
          {isShown ? 'Hide' : 'Show'}
        </Button>
        <Button size="sm" onClick={() => setOpen(true)}>
          Rotate…
        </Button>
      </div>
      {isShown && !data && error && <ListError noun="secret" error={error} size="part" />}
      {isShown && data && <ShownSecret secret={data.webhook_secret.secret} previous={data.previous} />}
      {isOpen && (
        <RotateSecret
          signed="Webhooks"
          rotate={(overlap) => rotate(id, overlap)}
          onRotated={() => client.invalidateQueries({ queryKey: [...ENDPOINTS_KEY, id, 'secret'] })}
          onClose={(isDone) => {
            setOpen(false);
            if (isDone) setShown(true);
          }}
        />
      )}
    </section>
  );
}
