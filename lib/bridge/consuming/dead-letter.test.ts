import { expect, test } from 'vitest';
import type { BrokerDialect } from '#/lib/bridge/brokers/broker.ts';
import { deadLetter } from '#/lib/bridge/consuming/dead-letter.ts';

const MAX_PAYLOAD_OF_NATS = 1_048_576;
const BROKER = { id: 'b-1', name: 'orders', inputTarget: 'timers.in' };
const TO = { target: 'timers.dead', source: 'https://timers.example.com', broker: BROKER, at: new Date(0) };

function letter(body: string, reason = 'It is not an event.') {
  const message = deadLetter({ body, key: null, reason }, { ...TO, dialect: 'timer-service' });
  return { ...message, data: JSON.parse(message.body).data as Record<string, unknown> };
}

test('A dead letter has the message as JSON if it is JSON, and as text otherwise', () => {
  expect(letter('{"a":1}').data).toMatchObject({ event: { a: 1 }, reason: 'It is not an event.' });
  expect(letter('poison').data).toMatchObject({ body: 'poison', target: 'timers.in' });
});

test('A dead letter of a message that nests too deep holds it as text', () => {
  const body = '['.repeat(100_000) + ']'.repeat(100_000);
  expect(letter(body).data).toMatchObject({ body });
});

test.each([
  ['bytes that are escaped', '\u0000'.repeat(200_000)],
  ['a long text', 'x'.repeat(3_000_000)],
  ['letters of several bytes', '\u{1f600}'.repeat(400_000)],
  ['long JSON', JSON.stringify({ text: 'x'.repeat(3_000_000) })],
  ['JSON of many escapes', JSON.stringify({ text: '\u0001'.repeat(90_000) })],
])('A dead letter of %s is short enough for every broker, and says that it was cut off', (_what, body) => {
  const { body: text, data } = letter(body, body);
  expect(Buffer.byteLength(text)).toBeLessThan(MAX_PAYLOAD_OF_NATS);
  expect(data.truncated).toBe(true);
  const start = String(data.body).slice(0, -1);
  expect(start.length).toBeGreaterThan(80_000);
  expect(body.startsWith(start)).toBe(true);
});

test('A dead letter in the flunq dialect is of type io.flunq.timer.dlq', () => {
  const typeIn = (dialect: BrokerDialect) =>
    JSON.parse(deadLetter({ body: 'poison', key: null, reason: 'It is not an event.' }, { ...TO, dialect }).body).type;
  expect([typeIn('timer-service'), typeIn('flunq')]).toEqual(['timer.dlq', 'io.flunq.timer.dlq']);
});

test('The same message has the same id each time', () => {
  expect(letter('poison').id).toBe(letter('poison', 'Another reason.').id);
  expect(letter('poison').id).not.toBe(letter('other').id);
});
