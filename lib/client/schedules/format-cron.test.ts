import { expect, test } from 'vitest';
import { formatCron, formatRepeat } from '#/lib/client/schedules/format-cron.ts';

test.each([
  ['30 9 * * *', 'Every day at 09:30'],
  ['30 9 * * MON-FRI', 'Monday to Friday at 09:30'],
  ['30 9 * * 1-5', 'Monday to Friday at 09:30'],
  ['0 8,17 * * 1,3', 'Every Monday and Wednesday at 08:00 and 17:00'],
  ['0 0 * * 7', 'Every Sunday at 00:00'],
  ['15 6 1 * *', 'On day 1 of every month at 06:15'],
  ['15 6 1,15 1 *', 'On day 1 and 15 of January at 06:15'],
  ['0 6 L * *', 'On the last day of every month at 06:00'],
  ['0 9 * 6-8 *', 'Every day in June to August at 09:00'],
  ['5 30 9 * * *', 'Every day at 09:30:05'],
  ['* * * * *', 'Every minute'],
  ['*/15 * * * *', 'Every 15 minutes'],
  ['*/15 9-17 * * MON-FRI', 'Every 15 minutes from 09:00 to 17:59, Monday to Friday'],
  ['*/30 * * * * *', 'Every 30 seconds'],
  ['0 * * * *', 'Every hour'],
  ['5,35 * * * *', 'Every hour at :05 and :35'],
  ['0 */6 * * *', 'Every 6 hours'],
  ['*/45 * * * *', 'Every hour at :00 and :45'],
  ['0/25 * * * *', 'Every hour at :00, :25, and :50'],
  ['*/60 * * * *', 'Every hour'],
  ['*/45 9-17 * * MON-FRI', 'Every hour from 09 to 17 at :00 and :45, Monday to Friday'],
  ['0 */5 * * *', 'Every day at 00:00, 05:00, 10:00, 15:00, and 20:00'],
  ['0 */24 * * *', 'Every day at 00:00'],
  ['@hourly', 'Every hour'],
  ['@daily', 'Every day at 00:00'],
  ['@weekly', 'Every Sunday at 00:00'],
  ['@monthly', 'On day 1 of every month at 00:00'],
  ['@yearly', 'On day 1 of January at 00:00'],
])('%s reads "%s"', (cron, words) => {
  expect(formatCron(cron)).toBe(words);
});

test.each([
  '0 9 15W * *',
  '0 9 * * MON#1',
  '0 9 1 * +MON',
  '3-50/7 9 * * *',
  '*/7 * * * *',
  '*/45 * * * * *',
  '1 2 3',
  '* * * * * * *',
  '0 9 * * NEVER',
  '',
])('a cron expression that would only get longer is shown as typed: %s', (cron) => {
  expect(formatCron(cron)).toBeNull();
});

test.each([
  ['R/2026-01-01T00:00:00Z/PT1H', 'Every hour'],
  ['R5/2026-01-01T00:00:00Z/PT90M', 'Every 1\u00a0h 30\u00a0min, 5 times'],
  ['R1/2026-01-01T00:00:00Z/PT30S', 'Every 30\u00a0s, 1 time'],
  ['often', null],
])('the interval %s reads %s', (repeat, words) => {
  expect(formatRepeat(repeat)).toBe(words);
});
