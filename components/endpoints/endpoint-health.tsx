import { deliveredPercent, formatHealth, isWorrying } from '#/components/endpoints/format-endpoint.ts';
import { StateLabel } from '#/components/ui/state-label.tsx';
import type { EndpointWithHealthJson } from '#/lib/webhooks/endpoints/endpoint-schemas.ts';

/**
 * The health of an endpoint: disabled, or the share of deliveries of the last day, with a triangle when it is too low.
 */
export function EndpointHealth({ endpoint }: { endpoint: EndpointWithHealthJson }) {
  const { enabled, disabled_reason, last_24h } = endpoint;
  if (!enabled) {
    const isFailing = disabled_reason === 'failing';
    return (
      <StateLabel icon={isFailing ? 'warning' : 'paused'} tone={isFailing ? 'warn' : 'plain'}>
        Disabled
      </StateLabel>
    );
  }
  if (deliveredPercent(last_24h) === null) return <span className="text-text-3">{formatHealth(last_24h)}</span>;
  const worrying = isWorrying(last_24h);
  return (
    <StateLabel icon={worrying ? 'warning' : 'delivered'} tone={worrying ? 'warn' : 'plain'}>
      {formatHealth(last_24h)}
    </StateLabel>
  );
}
