import type { BrokerConnection, IncomingMessage } from '#/lib/bridge/adapters/broker-connection.ts';
import type { ConsumingBroker } from '#/lib/bridge/intake/consuming-brokers-query.ts';
import { deadLetter } from '#/lib/bridge/intake/dead-letter.ts';
import type { Verdict } from '#/lib/bridge/intake/take-events.ts';
import { SECOND_MS } from '#/lib/core/duration.ts';
import { log } from '#/lib/core/log.ts';
import { bridgeEvents } from '#/lib/core/metrics.ts';

type Told = { source: string; at: Date };

const PUBLISH_MS = 10 * SECOND_MS;

/**
 * Tells the broker what became of messages that were taken, in this order: dead letters are published, then what is done
 * is acknowledged, then what has to wait is given back. When it fails, what is left comes again, and is known by then.
 * @throws BrokerError
 */
export async function settleMessages(
  connection: BrokerConnection,
  broker: ConsumingBroker,
  results: readonly { message: IncomingMessage; verdict: Verdict }[],
  told: Told,
): Promise<void> {
  await Promise.all(results.map((result) => publishDead(connection, broker, result, told)));
  const [waiting, done] = [
    results.filter(({ verdict }) => verdict.kind === 'retry'),
    results.filter(({ verdict }) => verdict.kind !== 'retry'),
  ];
  const tokens = (some: typeof results) => some.map(({ message }) => message.token);
  await connection.ack(broker.inputTarget, tokens(done));
  await connection.reject(broker.inputTarget, tokens(waiting));
  for (const { verdict } of results) bridgeEvents.inc({ outcome: verdict.kind });
}

async function publishDead(
  connection: BrokerConnection,
  broker: ConsumingBroker,
  { message, verdict }: { message: IncomingMessage; verdict: Verdict },
  { source, at }: Told,
): Promise<void> {
  if (verdict.kind !== 'dead') return;
  const { key, reason } = verdict;
  log.warn({ broker: broker.id, workspace: broker.workspaceId, event: key, reason }, 'an event was not understood');
  const target = broker.deadLetterTarget;
  // Nobody is to be told.
  if (target === null) return;
  const letter = deadLetter(
    { body: message.body, key, reason },
    { target, dialect: broker.dialect, source, broker, at },
  );
  await connection.publish(letter, AbortSignal.timeout(PUBLISH_MS));
}
