import type { EndpointTestJson } from '#/lib/webhooks/endpoints/endpoint-schemas.ts';
import type { EndpointTest } from '#/lib/webhooks/endpoints/test-endpoint.ts';

/** A receiver's response to a test, as the API shows it. */
export function endpointTestJson({ webhookId, delivery }: EndpointTest): EndpointTestJson {
  const isAnswered = delivery.kind === 'answered';
  const isDelivered = isAnswered && delivery.status >= 200 && delivery.status < 300;
  return {
    webhook_id: webhookId,
    delivered: isDelivered,
    outcome: isDelivered ? 'delivered' : delivery.kind,
    status_code: isAnswered ? delivery.status : null,
    duration_ms: Math.round(delivery.durationMs * 10) / 10,
    detail: isAnswered ? null : delivery.detail,
    address: delivery.address,
    response_excerpt: isAnswered ? delivery.excerpt : null,
  };
}
