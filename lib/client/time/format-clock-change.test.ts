import { expect, test } from 'vitest';
import { formatClockChange } from '#/lib/client/time/format-clock-change.ts';

const NOVEMBER = Date.parse('2026-11-19T13:30:00Z');
const JUNE = Date.parse('2026-06-19T13:30:00Z');

test.each([
  [
    '30 2 * * *',
    'Europe/Berlin',
    NOVEMBER,
    'On 28 Mar 2027 clocks skip from 02:00 to 03:00: it runs at 03:00 instead.',
  ],
  [
    '30 2 * * *',
    'Europe/Berlin',
    JUNE,
    'On 25 Oct 2026 clocks show 02:00 to 03:00 twice: it runs the first time only.',
  ],
  [
    '30 1 * * *',
    'America/New_York',
    JUNE,
    'On 1 Nov 2026 clocks show 01:00 to 02:00 twice: it runs the first time only.',
  ],
  [
    '30 2 * * MON-FRI',
    'Europe/Berlin',
    JUNE,
    'When clocks change, next on 25 Oct 2026, a skipped time runs right after the change, and a repeated time runs once.',
  ],
  [
    '30 9 * * *',
    'Africa/Cairo',
    JUNE,
    'When clocks change, next on 29 Oct 2026, a skipped time runs right after the change, and a repeated time runs once.',
  ],
  [
    '30 1-5 * * *',
    'Europe/Berlin',
    NOVEMBER,
    'On 28 Mar 2027 clocks skip from 02:00 to 03:00: it runs at 03:00 instead.',
  ],
  ['0 3 * * *', 'Europe/Berlin', NOVEMBER, 'It keeps its time of day when clocks change, next on 28 Mar 2027.'],
  ['*/15 * * * *', 'Europe/Berlin', NOVEMBER, 'When clocks change, next on 28 Mar 2027, it keeps its interval.'],
  ['30 2 * * *', 'UTC', NOVEMBER, 'The clocks of this time zone don’t change.'],
  ['30 2 * * *', 'Asia/Tokyo', NOVEMBER, 'The clocks of this time zone don’t change.'],
])('%s in %s explains the effect of a clock change', (cron, zone, now, words) => {
  expect(formatClockChange(cron, zone, now)).toBe(words);
});
