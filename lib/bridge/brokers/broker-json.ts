import { type Broker, brokerStatus } from '#/lib/bridge/brokers/broker.ts';
import type { BrokerJson } from '#/lib/bridge/brokers/broker-schemas.ts';
import { shownBrokerUrl } from '#/lib/bridge/brokers/sealed-url.ts';

/** A broker as the API shows it: without the credentials in its URL. */
export function brokerJson(broker: Broker): BrokerJson {
  return {
    ...brokerFacts(broker),
    status: brokerStatus(broker),
    last_connected_at: broker.lastConnectedAt?.toISOString() ?? null,
    last_error: broker.lastError,
    last_error_at: broker.lastErrorAt?.toISOString() ?? null,
    consumed_count: Number(broker.consumed),
    lag: broker.lag === null ? null : Number(broker.lag),
    created_by: broker.createdBy,
    created_at: broker.createdAt.toISOString(),
    updated_at: broker.updatedAt.toISOString(),
    version: broker.version,
  };
}

/** A broker as events show it: what people have set. */
export function brokerFacts(broker: Broker) {
  return {
    id: broker.id,
    name: broker.name,
    kind: broker.kind,
    address: shownBrokerUrl(broker),
    dialect: broker.dialect,
    input_target: broker.inputTarget,
    output_target: broker.outputTarget,
    dead_letter_target: broker.deadLetterTarget,
    paused: broker.paused,
  };
}
