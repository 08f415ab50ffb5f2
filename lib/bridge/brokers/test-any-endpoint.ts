import { brokerTestJson } from '#/lib/bridge/brokers/broker-test-json.ts';
import { testEndpointOfBroker } from '#/lib/bridge/brokers/test-broker.ts';
import type { Ctx } from '#/lib/context/context.ts';
import type { EndpointTestJson } from '#/lib/webhooks/endpoints/endpoint-schemas.ts';
import { testEndpoint } from '#/lib/webhooks/endpoints/test-endpoint.ts';
import { endpointTestJson } from '#/lib/webhooks/endpoints/test-endpoint-json.ts';

/**
 * Sends a `ping` to an endpoint, whether it has a URL or publishes to a message broker, and returns the outcome.
 * @throws AppError 403, 404; 429 `too_many_tests`
 */
export async function testAnyEndpoint(ctx: Ctx, id: string): Promise<{ test: EndpointTestJson; now: Date }> {
  const ofBroker = await testEndpointOfBroker(ctx, id);
  if (!ofBroker) {
    const tested = await testEndpoint(ctx, id);
    return { test: endpointTestJson(tested), now: tested.now };
  }
  const { delivered, outcome, duration_ms, detail } = brokerTestJson(ofBroker);
  const none = { status_code: null, address: null, response_excerpt: null };
  return {
    test: { ...none, webhook_id: ofBroker.eventId ?? '', delivered, outcome, duration_ms, detail },
    now: ofBroker.now,
  };
}
