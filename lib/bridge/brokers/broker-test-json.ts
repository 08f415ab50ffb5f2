import type { BrokerTestJson } from '#/lib/bridge/brokers/broker-schemas.ts';
import type { BrokerTest } from '#/lib/bridge/brokers/test-broker.ts';

/** What came of a test, as the API shows it. */
export function brokerTestJson({ eventId, target, delivery }: BrokerTest): BrokerTestJson {
  return {
    delivered: delivery.kind === 'confirmed',
    outcome: delivery.kind === 'confirmed' ? 'delivered' : delivery.kind,
    target,
    event_id: eventId,
    duration_ms: Math.round(delivery.durationMs * 10) / 10,
    detail: delivery.kind === 'confirmed' ? null : delivery.detail,
  };
}
