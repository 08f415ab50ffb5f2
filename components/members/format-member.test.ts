import { expect, test } from 'vitest';
import { formatRunning } from '#/components/members/format-member.ts';

const STYLE = { timeZone: 'Europe/Stockholm', hourCycle: 'h23', dayStartHour: 0 } as const;
const running = (change: object = {}) => ({
  timer_id: 'one',
  title: 'Limiter',
  ticket_key: 'API-412',
  started_at: '2026-11-19T12:02:00Z',
  ...change,
});

test('the running timer is named by its ticket, else by its title', () => {
  expect(formatRunning(running(), STYLE, '2026-11-19')).toEqual({ what: 'API-412', since: 'since 13:02' });
  expect(formatRunning(running({ ticket_key: null }), STYLE, '2026-11-19')?.what).toBe('Limiter');
  expect(formatRunning(running({ ticket_key: null, title: '' }), STYLE, '2026-11-19')?.what).toBe(
    'A timer without a title',
  );
});

test('a timer running since another day names the day', () => {
  expect(formatRunning(running(), STYLE, '2026-11-20')?.since).toBe('since Thu 13:02');
});

test('a member without a timer, or whose timer may not be seen, has no text', () => {
  expect(formatRunning(null, STYLE, '2026-11-19')).toBeNull();
});
