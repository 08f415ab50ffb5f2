import { beforeEach, expect, test } from 'vitest';
import { ReceiverLedger } from '#/bench/receiver/receiver-ledger.ts';

let ledger: ReceiverLedger;
beforeEach(() => {
  ledger = new ReceiverLedger();
  ledger.begin(7, 3);
});

const sent = (n: number, { round = 7, id = `id-${n}` } = {}) => ({
  head: `POST / HTTP/1.1\r\nwebhook-id: ${id}`,
  body: JSON.stringify({ round, n, text: 'hello' }),
});

test('the first arrival counts, and each request is counted', () => {
  ledger.record([sent(1)], 1_000);
  ledger.record([sent(1), sent(2)], 2_000);
  expect([...ledger.ledger.firstUs]).toEqual([0, 1_000, 2_000]);
  expect([...ledger.ledger.requests]).toEqual([0, 2, 1]);
  expect(ledger.distinct).toBe(2);
  expect(ledger.ledger.otherIds).toBe(0);
});

test('a second request under another webhook-id is distinct', () => {
  ledger.record([sent(1), sent(1, { id: 'another' })], 1_000);
  expect(ledger.ledger.otherIds).toBe(1);
});

test('stragglers of another round are left out', () => {
  ledger.record([sent(1, { round: 6 })], 1_000);
  expect(ledger.distinct).toBe(0);
  expect(ledger.ledger.unknown).toBe(0);
});

test('a request that names no alarm of the round is unknown', () => {
  ledger.record([sent(3), { head: '', body: '' }], 1_000);
  expect(ledger.ledger.unknown).toBe(2);
});

test('a new round begins empty', () => {
  ledger.record([sent(1)], 1_000);
  ledger.begin(8, 2);
  expect(ledger.distinct).toBe(0);
  expect([...ledger.ledger.requests]).toEqual([0, 0]);
});
