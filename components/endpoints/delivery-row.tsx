'use client';

import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { DeliveryDetail } from '#/components/endpoints/delivery-detail.tsx';
import type { EndpointActions } from '#/components/endpoints/endpoint-actions.ts';
import { canResend, deliveryState, formatLastAttempt } from '#/components/endpoints/format-delivery.ts';
import { Button } from '#/components/ui/button.tsx';
import { Icon } from '#/components/ui/icon.tsx';
import { ListError } from '#/components/ui/list/list-error.tsx';
import { StateLabel } from '#/components/ui/state-label.tsx';
import { deliveryQuery } from '#/lib/client/endpoints/endpoint-queries.ts';
import { UNREACHABLE } from '#/lib/client/http/unreachable.ts';
import { useLive, useTimeStyle, useToday } from '#/lib/client/live/use-live.tsx';
import { formatWhen } from '#/lib/client/time/format-time.ts';
import type { DeliveryJson } from '#/lib/webhooks/deliveries/delivery-schemas.ts';

type Props = {
  delivery: DeliveryJson;
  mayResend: boolean;
  resend: EndpointActions['resend'];
  onChanged: () => void;
};

/** One line of the log; opened it shows all details. */
export function DeliveryRow({ delivery, mayResend, resend, onChanged }: Props) {
  const [isOpen, setOpen] = useState(false);
  const style = useTimeStyle();
  const today = useToday();
  const id = useId();
  const { icon, tone, label } = deliveryState(delivery);
  return (
    <li className="border-b border-line py-2 [contain-intrinsic-size:auto_56px] [content-visibility:auto]">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        className="grid w-full grid-cols-[16px_minmax(0,1fr)_auto] items-start gap-x-2 rounded-sm text-left pointer-coarse:min-h-11"
      >
        <Icon name={isOpen ? 'chevronDown' : 'chevronRight'} className="mt-0.5 text-text-3" />
        <span className="min-w-0">
          <span className="block truncate font-mono text-xs leading-5">{delivery.event_type}</span>
          <span className="block text-xs text-text-3">{formatWhen(Date.parse(delivery.due_at), style, today)}</span>
        </span>
        <span className="text-right">
          <StateLabel icon={icon} tone={tone}>
            {label}
          </StateLabel>
          <span className="block text-xs text-text-3">{formatLastAttempt(delivery)}</span>
        </span>
      </button>
      <div id={id} hidden={!isOpen}>
        {isOpen && <Opened delivery={delivery} mayResend={mayResend} resend={resend} onChanged={onChanged} />}
      </div>
    </li>
  );
}

function Opened({ delivery, mayResend, resend, onChanged }: Props) {
  const { http } = useLive();
  const { data, error } = useQuery(deliveryQuery(http, delivery.endpoint_id, delivery.id));
  const { isBusy, send } = useResend(delivery, resend, onChanged);
  return (
    <div className="grid gap-3 pt-3 pb-2 pl-6">
      {data && <DeliveryDetail delivery={data} />}
      {!data && !error && <p className="text-text-3">Loading…</p>}
      {!data && error && <ListError noun="delivery" error={error} size="part" />}
      {mayResend && canResend(delivery) && (
        <Button size="sm" icon="retry" className="w-fit" busy={isBusy} busyLabel="Sending…" onClick={send}>
          {delivery.status === 'retrying' ? 'Try now' : 'Resend'}
        </Button>
      )}
    </div>
  );
}

function useResend({ endpoint_id, id }: DeliveryJson, resend: Props['resend'], onChanged: () => void) {
  const { toasts } = useLive();
  const [isBusy, setBusy] = useState(false);
  const send = async () => {
    setBusy(true);
    const outcome = await resend(endpoint_id, id).catch(() => UNREACHABLE);
    setBusy(false);
    onChanged();
    if (outcome.ok) toasts.show({ icon: 'check', lead: 'Sent again', text: 'with the same ID.' });
    else toasts.show({ icon: 'warning', lead: 'Not sent.', text: outcome.message ?? 'Try again.' });
  };
  return { isBusy, send: () => void send() };
}
