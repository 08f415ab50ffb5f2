import { formatAgo } from '#/components/settings/format-when.ts';
import type { IconName } from '#/components/ui/icon.tsx';
import type { BrokerJson, BrokerTestJson } from '#/lib/bridge/brokers/broker-schemas.ts';
import type { Reading } from '#/lib/client/time/time-style.ts';

export const BROKER_KIND_NAMES: Record<BrokerJson['kind'], string> = {
  redis: 'Redis Streams',
  rabbitmq: 'RabbitMQ',
  nats: 'NATS JetStream',
};

/** The broker's own name for a target of events. */
export const TARGET_NAMES: Record<BrokerJson['kind'], string> = {
  redis: 'stream',
  rabbitmq: 'queue',
  nats: 'subject',
};

export const URL_EXAMPLES: Record<BrokerJson['kind'], string> = {
  redis: 'rediss://user:password@redis.example.com:6379',
  rabbitmq: 'amqps://user:password@rabbit.example.com',
  nats: 'tls://user:password@nats.example.com:4222',
};

type State = { icon: IconName; tone: 'plain' | 'warn' | 'danger'; text: string };

/** State of a broker as a shape and words, without the error. */
export function brokerState({ status }: Pick<BrokerJson, 'status'>): State {
  if (status === 'connected') return { icon: 'delivered', tone: 'plain', text: 'Connected' };
  if (status === 'failing') return { icon: 'warning', tone: 'danger', text: 'Failing' };
  if (status === 'paused') return { icon: 'paused', tone: 'warn', text: 'Paused' };
  return { icon: 'clock', tone: 'plain', text: 'Not connected yet' };
}

/** "1,204 waiting, 88,000 consumed"; empty when neither is known. */
export function formatConsumption({ lag, consumed_count }: BrokerJson): string {
  const counts = [
    lag !== null && `${lag.toLocaleString('en')} waiting`,
    consumed_count > 0 && `${consumed_count.toLocaleString('en')} consumed`,
  ];
  return counts.filter(Boolean).join(', ');
}

/** When it was last reached: "28 s ago", "never". */
export function formatReached({ last_connected_at }: BrokerJson, now: Date, reading: Reading): string {
  return formatAgo(last_connected_at === null ? null : new Date(last_connected_at), now, reading);
}

/** The result of a test: "Confirmed on timers.out in 3 ms". */
export function formatTest({ delivered, target, duration_ms }: BrokerTestJson): string {
  const length = `${Math.max(1, Math.round(duration_ms)).toLocaleString('en')}\u00a0ms`;
  if (!delivered) return `Failed after ${length}`;
  return target === null ? `Connected in ${length}` : `Confirmed on ${target} in ${length}`;
}
