import { describe, expect, test } from 'vitest';
import {
  deliveredPercent,
  fieldSentence,
  formatEventTypes,
  formatHealth,
  groupTypes,
  isWorrying,
  matchesSearch,
} from '#/components/endpoints/format-endpoint.ts';

const health = (delivered: number, failed = 0, retrying = 0) => ({ delivered, failed, retrying });

describe('the health of an endpoint', () => {
  test.each([
    [health(0), null, 'Nothing in 24\u00a0h', false],
    [health(7), 100, '100\u00a0%, last\u00a024\u00a0h', false],
    [health(981, 10, 9), 98.1, '98.1\u00a0%, last\u00a024\u00a0h', true],
    [health(99, 1), 99, '99\u00a0%, last\u00a024\u00a0h', false],
    [health(9_999, 0, 1), 99.9, '99.9\u00a0%, last\u00a024\u00a0h', false],
    [health(0, 3), 0, '0\u00a0%, last\u00a024\u00a0h', true],
  ])('%j', (given, percent, words, worrying) => {
    expect(deliveredPercent(given)).toBe(percent);
    expect(formatHealth(given)).toBe(words);
    expect(isWorrying(given)).toBe(worrying);
  });
});

test('types are shown as written, and all of them as “All events”', () => {
  expect(formatEventTypes(['timer.*', 'alarm.dead'])).toBe('timer.*, alarm.dead');
  expect(formatEventTypes(['*'])).toBe('All events');
});

test('types are grouped by their subject, in their own order', () => {
  expect(groupTypes(['timer.started', 'alarm.dead', 'timer.stopped'])).toEqual([
    { group: 'timer.*', types: ['timer.started', 'timer.stopped'] },
    { group: 'alarm.*', types: ['alarm.dead'] },
  ]);
});

test('a search finds types by name and description, in any case', () => {
  expect(matchesSearch(' Dead ', 'alarm.dead', 'x')).toBe(true);
  expect(matchesSearch('LETTER', 'alarm.dead', 'has become a dead letter')).toBe(true);
  expect(matchesSearch('pause', 'alarm.dead', 'x')).toBe(false);
  expect(matchesSearch('', 'alarm.dead')).toBe(true);
});

test.each([
  ['is too long', 'The URL is too long.'],
  ['The URL names no host.', 'The URL names no host.'],
  [undefined, undefined],
])('an error of a field is shown as a sentence: %s', (error, words) => {
  expect(fieldSentence('The URL', error)).toBe(words);
});
