import { expect, test } from 'vitest';
import { runningWords } from '#/components/members/member-words.ts';

const STYLE = { timeZone: 'Europe/Stockholm', hourCycle: 'h23', dayStartHour: 0 } as const;
const running = (change: object = {}) => ({
  timer_id: 'one',
  title: 'Limiter',
  ticket_key: 'API-412',
  started_at: '2026-11-19T12:02:00Z',
  ...change,
});

test('what runs is called by its ticket, else by its title', () => {
  expect(runningWords(running(), STYLE, '2026-11-19')).toEqual({ what: 'API-412', since: 'since 13:02' });
  expect(runningWords(running({ ticket_key: null }), STYLE, '2026-11-19')?.what).toBe('Limiter');
  expect(runningWords(running({ ticket_key: null, title: '' }), STYLE, '2026-11-19')?.what).toBe(
    'A timer without a title',
  );
});

test('what runs since another day says which', () => {
  expect(runningWords(running(), STYLE, '2026-11-20')?.since).toBe('since Thu 13:02');
});

test('nothing runs, or it may not be seen', () => {
  expect(runningWords(null, STYLE, '2026-11-19')).toBeNull();
});
