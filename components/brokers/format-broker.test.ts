import { expect, test } from 'vitest';
import { brokerState, formatConsumption, formatTest } from '#/components/brokers/format-broker.ts';
import { BROKER_STATUSES } from '#/lib/bridge/brokers/broker.ts';
import type { BrokerJson } from '#/lib/bridge/brokers/broker-schemas.ts';

const BROKER: BrokerJson = {
  id: '0199aa00-0000-7000-8000-000000000001',
  name: 'orders',
  kind: 'redis',
  address: 'redis://redis.example.com:6379',
  dialect: 'timer-service',
  input_target: 'timers.in',
  output_target: 'timers.out',
  dead_letter_target: null,
  paused: false,
  status: 'connected',
  last_connected_at: '2026-11-26T05:00:00.000Z',
  last_error: null,
  last_error_at: null,
  consumed_count: 88_000,
  lag: 1_204,
  created_by: '0199aa00-0000-7000-8000-000000000002',
  created_at: '2026-11-26T04:00:00.000Z',
  updated_at: '2026-11-26T04:00:00.000Z',
  version: 1,
};

test('the input shows how many messages wait and were consumed, as far as known', () => {
  expect(formatConsumption(BROKER)).toBe('1,204 waiting, 88,000 consumed');
  expect(formatConsumption({ ...BROKER, lag: null, consumed_count: 0 })).toBe('');
  expect(formatConsumption({ ...BROKER, lag: 0, consumed_count: 1 })).toBe('0 waiting, 1 consumed');
});

test('each status has its own label and shape', () => {
  const states = BROKER_STATUSES.map((status) => brokerState({ status }));
  expect(new Set(states.map(({ text }) => text)).size).toBe(BROKER_STATUSES.length);
  expect(new Set(states.map(({ icon }) => icon)).size).toBe(BROKER_STATUSES.length);
});

test('a test shows how long it took, where the event went, or that it failed', () => {
  const test = { delivered: true, outcome: 'delivered', target: 'timers.out', event_id: null, detail: null } as const;
  expect(formatTest({ ...test, duration_ms: 3.2 })).toBe('Confirmed on timers.out in 3\u00a0ms');
  expect(formatTest({ ...test, duration_ms: 0.2 })).toBe('Confirmed on timers.out in 1\u00a0ms');
  expect(formatTest({ ...test, target: null, duration_ms: 12 })).toBe('Connected in 12\u00a0ms');
  expect(formatTest({ ...test, delivered: false, outcome: 'timeout', duration_ms: 8_000 })).toBe(
    'Failed after 8,000\u00a0ms',
  );
});
