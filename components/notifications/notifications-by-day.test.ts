import { expect, test } from 'vitest';
import { byDay } from '#/components/notifications/notifications-by-day.ts';
import type { NotificationJson } from '#/lib/notifications/inbox/notification-schemas.ts';

const BERLIN = { timeZone: 'Europe/Berlin', hourCycle: 'h23' as const, dayStartHour: 4 };
const at = (created_at: string): NotificationJson => ({
  id: created_at,
  kind: 'capped',
  fact: created_at,
  data: {},
  created_at,
  read_at: null,
});

test('days are those of the reader, who may be awake after midnight', () => {
  const list = ['2026-11-19T02:59:00Z', '2026-11-18T23:30:00Z', '2026-11-18T02:00:00Z', '2025-12-31T12:00:00Z'].map(at);
  const days = byDay(list, BERLIN, '2026-11-19').map(({ title, notifications }) => [title, notifications.length]);
  expect(days[0]).toEqual(['Yesterday', 2]);
  expect(days.map(([, count]) => count)).toEqual([2, 1, 1]);
});

test('an empty list has no days', () => {
  expect(byDay([], BERLIN, '2026-11-19')).toEqual([]);
});
