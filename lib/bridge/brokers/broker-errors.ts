import { alarmSettings } from '#/lib/alarms/alarms/alarm-settings.ts';
import type { BrokerKind } from '#/lib/bridge/adapters/broker-connection.ts';
import { brokerUrlProblem, parseBrokerUrl } from '#/lib/bridge/adapters/broker-url.ts';
import { type Broker, MAX_BROKERS } from '#/lib/bridge/brokers/broker.ts';
import { brokerJson } from '#/lib/bridge/brokers/broker-json.ts';
import { openBrokerUrl } from '#/lib/bridge/brokers/sealed-url.ts';
import { SECOND_MS } from '#/lib/core/duration.ts';
import { AppError } from '#/lib/core/errors.ts';
import { invalidField } from '#/lib/webhooks/endpoints/endpoint-errors.ts';

/** @throws AppError 400 for a URL that does not fit the kind, or that may not be dialed */
export function rejectBrokerUrl(kind: BrokerKind, url: string): void {
  const detail = brokerUrlProblem(kind, url, alarmSettings().allowed);
  if (detail !== null) throw invalidField('/url', detail);
}

/** @throws AppError 400 for dead letters that would be consumed again and again */
export function rejectLoop({ inputTarget, deadLetterTarget }: Pick<Broker, 'inputTarget' | 'deadLetterTarget'>): void {
  if (deadLetterTarget === null || deadLetterTarget !== inputTarget) return;
  throw invalidField('/dead_letter_target', 'must not be the input_target: dead letters would be consumed again.');
}

/**
 * Two brokers with one address and one input would share its events like one group: each event would go to either of
 * them. `all`: the workspace's brokers. One whose URL can't be read is left out.
 * @throws AppError 400 that names the other one
 */
export function rejectSharedInput(broker: Broker, all: readonly Broker[]): void {
  if (broker.inputTarget === null) return;
  const address = addressOf(broker);
  const same = all.find(
    (other) => other.id !== broker.id && other.inputTarget === broker.inputTarget && addressOf(other) === address,
  );
  if (!same || address === null) return;
  throw invalidField(
    '/input_target',
    `is consumed already by the broker “${same.name}”, which has the same address. Choose another one, or change that broker.`,
  );
}

/** Kind, host, port and database or virtual host; null when the URL can't be read. */
function addressOf(broker: Broker): string | null {
  const parsed = parseBrokerUrl(broker.kind, openBrokerUrl(broker) ?? '');
  if (typeof parsed === 'string') return null;
  const { host, port, path } = parsed;
  return JSON.stringify([broker.kind, host.replace(/\.$/, ''), port, path || DEFAULT_PATHS[broker.kind]]);
}

const DEFAULT_PATHS: Readonly<Record<BrokerKind, string>> = { redis: '0', rabbitmq: '/', nats: '' };

export function tooManyBrokers(): AppError {
  return new AppError('too_many_brokers', {
    detail: `A workspace can have at most ${MAX_BROKERS} brokers. Delete one that isn’t needed.`,
  });
}

export function brokerVersionMismatch(broker: Broker): AppError {
  return new AppError('broker_version_mismatch', {
    detail: `The broker has changed: it is at version ${broker.version}. Reload it, then try again.`,
    extra: { current: brokerJson(broker) },
  });
}

/** 429, to be repeated after this many milliseconds. */
export function tooManyBrokerTests(afterMs: number): AppError {
  return new AppError('too_many_tests', {
    detail: 'Other tests are in progress. Try again when they have finished.',
    headers: { 'Retry-After': String(Math.ceil(afterMs / SECOND_MS)) },
  });
}
