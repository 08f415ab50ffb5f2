import { describe, expect, test } from 'vitest';
import type { EventData } from '#/lib/feed/events/event.ts';
import { currentData, currentJson, currentType, storedData, storedType } from '#/lib/feed/events/stored-event.ts';

const CASES: [type: string, current: EventData, stored: EventData][] = [
  [
    'timer.corrected',
    { before: null, after: { title: 'x' }, correction: { id: 'c', comment: 'Agreed.' } },
    { before: null, after: { title: 'x' }, correction: { id: 'c', words: 'Agreed.' } },
  ],
  [
    'timer.stopped',
    { before: null, after: { title: 'x' }, offline: { acted_at: '2026-03-10T08:59:00.123Z', age_ms: 1 } },
    { before: null, after: { title: 'x' }, offline: { pressed_at: '2026-03-10T08:59:00.123Z', age_ms: 1 } },
  ],
  [
    'endpoint.edited',
    {
      endpoint: { event_types: ['alarm.rescheduled', 'endpoint.*'], description: 'alarm.moved' },
      before: { event_types: ['endpoint.resent'] },
      after: null,
    },
    {
      endpoint: { event_types: ['alarm.moved', 'endpoint.*'], description: 'alarm.moved' },
      before: { event_types: ['endpoint.replayed'] },
      after: null,
    },
  ],
  [
    'endpoint.resent',
    { before: null, after: null, delivery: { event_type: 'alarm.rescheduled' }, count: 1 },
    { before: null, after: null, delivery: { event_type: 'alarm.moved' }, count: 1 },
  ],
  [
    'week.returned',
    { before: { comment: '' }, after: { comment: 'Wednesday?' } },
    { before: { words: '' }, after: { words: 'Wednesday?' } },
  ],
  [
    'notification.created',
    { before: null, after: { data: { decision: 'returned', comment: 'Wednesday?' } } },
    { before: null, after: { data: { decision: 'returned', words: 'Wednesday?' } } },
  ],
];

describe.each(CASES)('an event %s', (type, current, stored) => {
  test('is stored with the names of before 1.0', () => {
    expect(storedData(type, current)).toEqual(stored);
  });

  test('is read with the current names, whichever version wrote it', () => {
    expect(currentData(type, stored)).toEqual(current);
    expect(currentData(type, current)).toEqual(current);
  });

  test('is delivered with the current names', () => {
    expect(JSON.parse(currentJson(type, JSON.stringify(stored)))).toEqual(current);
  });
});

test.each([
  ['alarm.rescheduled', 'alarm.moved'],
  ['endpoint.resent', 'endpoint.replayed'],
  ['timer.stopped', 'timer.stopped'],
  ['alarm.*', 'alarm.*'],
  ['*', '*'],
])('the type %s is stored as %s, and read as the current one', (current, stored) => {
  expect(storedType(current)).toBe(stored);
  expect([currentType(stored), currentType(current)]).toEqual([current, current]);
});

test('text that contains a former name is delivered unchanged, as are numbers and spaces', () => {
  const json = '{"after": {"title": "\\"words\\": 1.0", "tags": ["words"]}, "elapsed_ms": 1.0}';
  expect(currentJson('timer.edited', json)).toBe(json);
});

test('the JSON of other services in an event of an alarm keeps its names', () => {
  const data = { before: null, after: null, alarm: { payload: { words: 1, comment: 2 } } };
  expect(storedData('alarm.fired', data)).toBe(data);
  expect(currentData('alarm.fired', data)).toBe(data);
  expect(currentJson('alarm.fired', JSON.stringify(data))).toBe(JSON.stringify(data));
});
