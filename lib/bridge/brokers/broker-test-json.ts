import type { BrokerTestJson } from '#/lib/bridge/brokers/broker-schemas.ts';
import type { BrokerTest } from '#/lib/bridge/brokers/test-broker.ts';

/** The outcome of a test, as the API shows it. */
export function brokerTestJson({ eventId, target, result }: BrokerTest): BrokerTestJson {
  return {
    delivered: result.kind === 'confirmed',
    outcome: result.kind === 'confirmed' ? 'delivered' : result.kind,
    target,
    event_id: eventId,
    duration_ms: Math.round(result.durationMs * 10) / 10,
    detail: result.kind === 'confirmed' ? null : result.detail,
  };
}
