import { type BrokerConnection, BrokerError, type IncomingMessage } from '#/lib/bridge/adapters/broker-connection.ts';
import type { ConsumingBroker } from '#/lib/bridge/consuming/consuming-brokers-query.ts';
import { deadLetter } from '#/lib/bridge/consuming/dead-letter.ts';
import type { Verdict } from '#/lib/bridge/consuming/verdict.ts';
import { SECOND_MS } from '#/lib/core/duration.ts';
import { log } from '#/lib/core/log.ts';
import { bridgeEvents } from '#/lib/core/metrics.ts';

/** `now`: the instant of dead letters, read once if there are any. */
type Service = { source: string; now: () => Promise<Date> };
type Result = { message: IncomingMessage; verdict: Verdict };

const PUBLISH_MS = 10 * SECOND_MS;

/**
 * Settles consumed messages with the broker, in this order: publishes dead letters, acknowledges messages that are
 * done, then rejects those that have to wait. A dead letter that can't be published holds up its own message only,
 * which is rejected. Returns how many are done, and why a dead letter could not be published, null when all were. When
 * it throws, the caller has to reject the rest; they are redelivered, and then recognized.
 * @throws BrokerError when the broker can't be reached
 */
export async function settleMessages(
  connection: BrokerConnection,
  broker: ConsumingBroker,
  results: readonly Result[],
  service: Service,
): Promise<{ done: number; error: BrokerError | null }> {
  const errors = await publishDeadLetters(connection, broker, results, service);
  const isDone = ({ verdict }: Result, at: number) => verdict.kind !== 'retry' && errors[at] === null;
  const done = results.filter(isDone);
  const waiting = results.filter((result, at) => !isDone(result, at));
  const tokens = (some: readonly Result[]) => some.map(({ message }) => message.token);
  await connection.ack(broker.inputTarget, tokens(done));
  await connection.reject(broker.inputTarget, tokens(waiting));
  for (const { verdict } of done) bridgeEvents.inc({ outcome: verdict.kind });
  if (waiting.length > 0) bridgeEvents.inc({ outcome: 'retry' }, waiting.length);
  return { done: done.length, error: errors.find((error) => error !== null) ?? null };
}

/** For each result why its dead letter could not be published; null when it was, or none is needed. */
async function publishDeadLetters(
  connection: BrokerConnection,
  broker: ConsumingBroker,
  results: readonly Result[],
  { source, now }: Service,
): Promise<(BrokerError | null)[]> {
  if (!results.some(({ verdict }) => verdict.kind === 'dead')) return results.map(() => null);
  const at = await now();
  return Promise.all(results.map((result) => publishDead(connection, broker, result, { source, at })));
}

/** Why the dead letter of a message could not be published; null when it was, or none is needed. */
async function publishDead(
  connection: BrokerConnection,
  broker: ConsumingBroker,
  { message, verdict }: Result,
  { source, at }: { source: string; at: Date },
): Promise<BrokerError | null> {
  if (verdict.kind !== 'dead') return null;
  const { key, reason } = verdict;
  const facts = { broker: broker.id, workspace: broker.workspaceId, event: key };
  log.warn({ ...facts, reason: reason.slice(0, 1_000) }, 'an event was rejected as invalid');
  const target = broker.deadLetterTarget;
  // There is no dead-letter target to notify.
  if (target === null) return null;
  const letter = deadLetter(
    { body: message.body, key, reason },
    { target, dialect: broker.dialect, source, broker, at },
  );
  try {
    await connection.publish(letter, AbortSignal.timeout(PUBLISH_MS));
    return null;
  } catch (error) {
    if (!(error instanceof BrokerError)) throw error;
    log.warn({ ...facts, code: error.code, reason: error.message }, 'a dead letter could not be published');
    return error;
  }
}
