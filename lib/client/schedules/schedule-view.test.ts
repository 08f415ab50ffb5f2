import { expect, test } from 'vitest';
import { readScheduleView, schedulesHref } from '#/lib/client/schedules/schedule-view.ts';

test.each([
  ['/alarms/schedules', { search: '', state: 'all', openId: null }],
  [
    '/alarms/schedules?search=daily+report&state=paused&open=s1',
    { search: 'daily report', state: 'paused', openId: 's1' },
  ],
] as const)('the URL %s maps to its view and back', (href, view) => {
  expect(schedulesHref(view)).toBe(href);
  expect(readScheduleView(new URL(href, 'http://x').searchParams)).toEqual(view);
});

test('a URL with an unknown state shows all schedules', () => {
  expect(readScheduleView(new URLSearchParams('state=lost')).state).toBe('all');
});
