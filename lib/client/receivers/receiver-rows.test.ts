import { expect, test } from 'vitest';
import type { ReceiverJson } from '#/lib/alarms/receivers/receiver-schemas.ts';
import { originsOf, receiverRows, receiverState } from '#/lib/client/receivers/receiver-rows.ts';
import type { EndpointWithHealthJson } from '#/lib/webhooks/endpoints/endpoint-schemas.ts';

const receiver = (part: Partial<ReceiverJson>) =>
  ({
    id: 'r',
    origin: null,
    endpoint_id: null,
    paused: false,
    max_per_second: null,
    max_concurrency: null,
    waiting_count: 0,
    ...part,
  }) as ReceiverJson;
const endpoint = (id: string, url: string) => ({ id, url }) as EndpointWithHealthJson;

test('the workspace, its endpoints and the origins that alarms call can be paused, with a receiver or without', () => {
  const a = receiver({ id: 'a', origin: 'https://b.example' });
  const b = receiver({ id: 'b', endpoint_id: 'e2' });
  const gone = receiver({ id: 'c', endpoint_id: 'e9' });
  const rows = receiverRows({
    receivers: [a, b, gone],
    endpoints: [endpoint('e1', 'https://one.example/hook'), endpoint('e2', 'https://two.example/hook')],
    origins: ['https://a.example', 'https://b.example'],
  });
  expect(rows.map(({ name, target, receiver }) => [name, target, receiver?.id ?? null])).toEqual([
    ['Whole workspace', {}, null],
    ['https://one.example/hook', { endpoint_id: 'e1' }, null],
    ['https://two.example/hook', { endpoint_id: 'e2' }, 'b'],
    ['Webhook e9', { endpoint_id: 'e9' }, 'c'],
    ['https://a.example', { origin: 'https://a.example' }, null],
    ['https://b.example', { origin: 'https://b.example' }, 'a'],
  ]);
});

test('an origin is scheme, host and port, each once', () => {
  const urls = ['https://b.example/x', 'https://b.example:443/y?z', 'http://a.example:8080', 'nowhere', null];
  expect(originsOf(urls)).toEqual(['http://a.example:8080', 'https://b.example']);
});

test.each([
  [null, 'open'],
  [receiver({}), 'open'],
  [receiver({ waiting_count: 4 }), 'draining'],
  [receiver({ max_per_second: 1, waiting_count: 4 }), 'limited'],
  [receiver({ max_concurrency: 1 }), 'limited'],
  [receiver({ paused: true, max_per_second: 1 }), 'paused'],
] as const)('a receiver %j is %s', (one, state) => {
  expect(receiverState(one)).toBe(state);
});
