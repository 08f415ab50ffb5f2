import { errors } from 'undici';
import { expect, test } from 'vitest';
import { failureOf, type WebhookResult } from '#/lib/webhooks/sending/attempt-result.ts';
import { WebhookAttempt } from '#/lib/webhooks/sending/webhook-attempt.ts';

const controller = { aborted: false, paused: false, reason: null, abort: () => {}, pause: () => {}, resume: () => {} };

function made() {
  const deliveries: WebhookResult[] = [];
  let ms = 0;
  const now = () => ms++;
  const one = new WebhookAttempt({ path: '/', method: 'POST' }, { timeoutMs: 60_000 }, now, (delivery) =>
    deliveries.push(delivery),
  );
  return { one, deliveries };
}

test('an attempt is never written twice, even if undici starts it again', () => {
  const { one, deliveries } = made();
  one.onRequestStart(controller);
  expect(() => one.onRequestStart(controller)).toThrow('lost after the request had been sent');
  one.onResponseError(null, new errors.SocketError('other side closed'));
  expect(deliveries).toMatchObject([{ kind: 'connection_reset', sentAtMs: 1 }]);
});

test('an attempt that has ended is not written', () => {
  const { one, deliveries } = made();
  one.abort('stopped', 'Enough.');
  expect(() => one.onRequestStart(controller)).toThrow();
  expect(deliveries).toMatchObject([{ kind: 'stopped', sentAtMs: null }]);
});

test('an attempt whose time ran out while the process was paused is not written', () => {
  const deliveries: WebhookResult[] = [];
  const clock = { ms: 0 };
  const one = new WebhookAttempt(
    { path: '/', method: 'POST' },
    { timeoutMs: 60_000 },
    () => clock.ms,
    (delivery) => deliveries.push(delivery),
  );
  clock.ms = 59_000;
  expect(() => one.onRequestStart(controller)).toThrow('before there was a connection');
  one.onResponseError(null, failureOf(new errors.SocketError('closed')));
  expect(deliveries).toMatchObject([{ sentAtMs: null }]);
});

test('an attempt settles once, whatever happens after', () => {
  const { one, deliveries } = made();
  one.onRequestStart(controller);
  one.onResponseStart(controller, 200, {});
  one.onResponseEnd();
  one.abort('timeout', 'Late.');
  one.onResponseError(null, new Error('late'));
  expect(deliveries).toMatchObject([{ kind: 'responded', status: 200 }]);
});

test('early hints do not count as the beginning of a response', () => {
  const { one, deliveries } = made();
  one.onRequestStart(controller);
  one.onResponseStart(controller, 103, { 'retry-after': '9' });
  one.onResponseError(null, new errors.SocketError('closed'));
  expect(deliveries).toMatchObject([{ kind: 'connection_reset', detail: expect.not.stringContaining('103') }]);
});

test('a response that breaks off keeps what had arrived', () => {
  const { one, deliveries } = made();
  one.onRequestStart(controller);
  one.onResponseStart(controller, 200, {});
  one.onResponseError(null, new errors.SocketError('closed'));
  expect(deliveries).toMatchObject([{ kind: 'connection_reset', detail: expect.stringContaining('had begun: 200') }]);
});

test.each([
  ['ENETUNREACH', 'connection_refused'],
  ['EMFILE', 'connection_refused'],
  ['ETIMEDOUT', 'timeout'],
  ['EPIPE', 'connection_reset'],
  ['UND_ERR_DESTROYED', 'stopped'],
  ['SOMETHING_NEW', 'protocol_error'],
  [undefined, 'protocol_error'],
])('an error with code %s is %s', (code, kind) => {
  expect(failureOf(Object.assign(new Error('x'), { code })).kind).toBe(kind);
});
