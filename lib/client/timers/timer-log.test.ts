import { expect, it } from 'vitest';
import { formatTimerEvent } from '#/lib/client/timers/timer-log.ts';
import { HOUR_MS } from '#/lib/core/duration.ts';
import type { EventJson } from '#/lib/feed/events/event-schemas.ts';

const event = (change: Partial<EventJson>): EventJson => ({
  id: '1',
  type: 'timer.corrected',
  subject_id: 'a',
  user_id: 'jonas',
  actor: { kind: 'session', id: 's', user_id: 'maya' },
  request_id: null,
  created_at: '2026-11-18T09:52:11.000Z',
  data: {},
  ...change,
});
const facts = (hours: number, key = 'OPS-81') => ({
  elapsed_ms: hours * HOUR_MS,
  ticket: { key },
  title: 'Renewal',
  tags: [],
  user_id: 'jonas',
});

it('a line of the log shows who did what from where, before and after, and why', () => {
  const data = { before: facts(24), after: facts(8, 'OPS-77'), correction: { id: 'c', comment: 'Forgot to stop.' } };
  const line = formatTimerEvent(event({ data }));
  expect({ ...line, change: line.change.replaceAll('\u00a0', ' ') }).toEqual({
    id: '1',
    at: Date.parse('2026-11-18T09:52:11Z'),
    userId: 'maya',
    what: 'Corrected',
    change: '24 h to 8 h, OPS-81 to OPS-77. Forgot to stop.',
    from: 'Browser',
    correctionId: 'c',
  });
});

it('an automatic event names no person, and unknown events are still shown', () => {
  const line = formatTimerEvent(event({ type: 'timer.phase_ended', actor: { kind: 'worker', id: 'w' } }));
  expect(line).toMatchObject({ userId: null, what: 'Phase ended', from: 'Automatic', change: '', correctionId: null });
});

it('a timer that stopped, paused or ended automatically shows how long it ran', () => {
  for (const type of ['timer.stopped', 'timer.paused', 'timer.completed'] as const) {
    const { change } = formatTimerEvent(event({ type, data: { before: facts(24), after: facts(24) } }));
    expect(change.replaceAll('\u00a0', ' ')).toBe('ran 24 h');
  }
  expect(formatTimerEvent(event({ type: 'timer.resumed', data: { before: facts(3), after: facts(3) } })).change).toBe(
    '',
  );
});
