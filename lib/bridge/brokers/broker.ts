import type { BrokerKind } from '#/lib/bridge/adapters/broker-connection.ts';

/** Names of event types and members: the service's own, or those of services that speak flunq's. */
export const BROKER_DIALECTS = ['timer-service', 'flunq'] as const;
export type BrokerDialect = (typeof BROKER_DIALECTS)[number];

export const BROKER_STATUSES = ['unknown', 'connected', 'failing', 'paused'] as const;
export type BrokerStatus = (typeof BROKER_STATUSES)[number];

/** Per workspace. */
export const MAX_BROKERS = 20;
export const NAME = /^[a-z0-9][a-z0-9._-]{0,62}$/;

/** A message broker of a workspace. */
export type Broker = {
  id: string;
  workspaceId: string;
  /** The API key, else the user, that created it. */
  createdBy: string;
  /** Unique in its workspace. */
  name: string;
  kind: BrokerKind;
  /** The URL with its credentials, encrypted for this row: `openBrokerUrl`. */
  sealedUrl: string;
  dialect: BrokerDialect;
  /** What it consumes; null: nothing. */
  inputTarget: string | null;
  /** The target of events that name none. */
  outputTarget: string | null;
  /** The target of `timer.dlq` events; null: none are sent. */
  deadLetterTarget: string | null;
  /** While paused, nothing is consumed. */
  paused: boolean;
  createdAt: Date;
  updatedAt: Date;
  version: number;
  /** The fields below are written by workers. */
  lastConnectedAt: Date | null;
  lastError: string | null;
  lastErrorAt: Date | null;
  /** Events consumed so far. */
  consumed: bigint;
  /** Events that wait to be consumed; null while that is not known. */
  lag: bigint | null;
};

/** A broker's status, by what workers saw last. */
export function brokerStatus({
  paused,
  lastConnectedAt,
  lastErrorAt,
}: Pick<Broker, 'paused' | 'lastConnectedAt' | 'lastErrorAt'>): BrokerStatus {
  if (paused) return 'paused';
  if (lastErrorAt && (!lastConnectedAt || lastErrorAt >= lastConnectedAt)) return 'failing';
  return lastConnectedAt ? 'connected' : 'unknown';
}
