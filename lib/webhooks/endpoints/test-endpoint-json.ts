import type { EndpointTestJson } from '#/lib/webhooks/endpoints/endpoint-schemas.ts';
import type { EndpointTest } from '#/lib/webhooks/endpoints/test-endpoint.ts';

/** A receiver's response to a test, as the API shows it. */
export function endpointTestJson({ webhookId, result }: EndpointTest): EndpointTestJson {
  const hasResponded = result.kind === 'responded';
  const isDelivered = hasResponded && result.status >= 200 && result.status < 300;
  return {
    webhook_id: webhookId,
    delivered: isDelivered,
    outcome: isDelivered ? 'delivered' : result.kind,
    status_code: hasResponded ? result.status : null,
    duration_ms: Math.round(result.durationMs * 10) / 10,
    detail: hasResponded ? null : result.detail,
    address: result.address,
    response_excerpt: hasResponded ? result.excerpt : null,
  };
}
