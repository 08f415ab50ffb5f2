import type { BrokerAddress } from '#/lib/bridge/adapters/broker-url.ts';
import type { ResolveBroker } from '#/lib/bridge/adapters/resolve-broker.ts';

/** What an adapter is created from. `consumer` is this connection's name within its group. */
export type AdapterOptions = { address: BrokerAddress; resolve: ResolveBroker; group: string; consumer: string };
