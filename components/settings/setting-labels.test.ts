import { expect, test } from 'vitest';
import { clockName, hourName, weekdayName } from '#/components/settings/setting-labels.ts';

const plain = (text: string) => text.replaceAll('\u00a0', ' ');

test.each([
  [1, 'Monday'],
  [6, 'Saturday'],
  [7, 'Sunday'],
])('day %d of the week is %s', (weekday, name) => {
  expect(weekdayName(weekday)).toBe(name);
});

test.each([
  [0, 'h23', '00:00'],
  [4, 'h23', '04:00'],
  [0, 'h12', '12:00 am'],
  [20, 'h12', '8:00 pm'],
] as const)('hour %d on the clock of %s reads %s', (hour, cycle, words) => {
  expect(plain(hourName(hour, cycle))).toBe(words);
});

test.each([
  ['h23', 'h12', '24-hour (14:32)'],
  ['h12', 'h23', '12-hour (2:32 pm)'],
  [null, 'h12', 'Browser default (2:32 pm)'],
  [null, 'h23', 'Browser default (14:32)'],
] as const)('the choice %s, where the language reads %s, is "%s"', (choice, local, words) => {
  expect(plain(clockName(choice, local))).toBe(words);
});
