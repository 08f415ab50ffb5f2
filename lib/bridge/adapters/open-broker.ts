import { type BrokerConnection, BrokerError, type BrokerKind } from '#/lib/bridge/adapters/broker-connection.ts';
import { parseBrokerUrl } from '#/lib/bridge/adapters/broker-url.ts';
import { NatsJetStream } from '#/lib/bridge/adapters/nats-jetstream.ts';
import { RabbitMq } from '#/lib/bridge/adapters/rabbitmq.ts';
import { RedisStreams } from '#/lib/bridge/adapters/redis-streams.ts';
import { guardedResolve } from '#/lib/bridge/adapters/resolve-broker.ts';
import { newId } from '#/lib/core/ids.ts';
import type { AllowList } from '#/lib/url-guard/url-guard.ts';

type Options = {
  kind: BrokerKind;
  /** With credentials. */
  url: string;
  /** The workspace for which the host is looked up. */
  workspaceId: string;
  /** Networks that are reachable although they are not public (`alarmSettings().allowed`). */
  allowed: AllowList;
  /** Consumers of one group share the messages of a target. */
  group?: string;
};

/** The same for every installation of this product, and for the seed's consumers. */
const GROUP = 'timer-service';

/**
 * A connection to a broker, which dials when it is first used. Throws `BrokerError` with `url_invalid` when the URL
 * does not match the kind. Close it when it is no longer needed.
 */
export function openBroker({ kind, url, workspaceId, allowed, group = GROUP }: Options): BrokerConnection {
  const address = parseBrokerUrl(kind, url);
  if (typeof address === 'string') throw new BrokerError('url_invalid', address);
  const options = { address, resolve: guardedResolve(allowed, workspaceId), group, consumer: `${group}-${newId()}` };
  switch (kind) {
    case 'redis':
      return new RedisStreams(options);
    case 'rabbitmq':
      return new RabbitMq(options);
    case 'nats':
      return new NatsJetStream(options);
  }
}
