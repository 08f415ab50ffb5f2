import { describe, expect, test } from 'vitest';
import { AS_DAYS, AS_LENGTH, AS_TARGET, readOrigins } from '#/components/settings/format-setting-value.ts';

const plain = (text: string) => text.replaceAll('\u00a0', ' ');

describe('a duration', () => {
  test.each([
    ['24 h', 86_400, '24 h'],
    ['6h', 21_600, '6 h'],
    ['90m', 5_400, '1 h 30 min'],
    ['1:30', 5_400, '1 h 30 min'],
    ['90s', 90, '1 min 30 s'],
    ['2 days', 172_800, '48 h'],
    ['1 h 30 min', 5_400, '1 h 30 min'],
  ])('typed as %s is %d seconds, and is shown as %s', (typed, seconds, shown) => {
    expect(AS_LENGTH.read(typed)).toEqual({ value: seconds });
    expect(plain(AS_LENGTH.write(seconds))).toBe(shown);
    expect(AS_LENGTH.read(AS_LENGTH.write(seconds)), 'what is shown can be read').toEqual({ value: seconds });
  });

  test.each(['', 'long', '12', '1.5 s', '-1h'])('cannot be read from %j', (typed) => {
    expect(AS_LENGTH.read(typed)).toBeNull();
  });
});

test('a target may be left empty', () => {
  expect(AS_TARGET.read('7h30')).toEqual({ value: 27_000 });
  expect(AS_TARGET.read(' ')).toEqual({ value: null });
  expect(AS_TARGET.read('much')).toBeNull();
  expect([AS_TARGET.write(null), plain(AS_TARGET.write(135_000))]).toEqual(['', '37 h 30 min']);
});

describe('days', () => {
  test.each([
    ['30', 30, '30 days'],
    ['30 days', 30, '30 days'],
    ['1d', 1, '1 day'],
    ['', null, ''],
  ])('typed as %j are %j', (typed, days, shown) => {
    expect(AS_DAYS.read(typed)).toEqual({ value: days });
    expect(AS_DAYS.write(days)).toBe(shown);
  });

  test.each(['a month', '1.5', '-3', '12345678'])('cannot be read from %j', (typed) => {
    expect(AS_DAYS.read(typed)).toBeNull();
  });
});

test('origins are separated by lines or commas', () => {
  expect(readOrigins(' https://a.example\nhttps://b.example,  https://c.example \n')).toEqual([
    'https://a.example',
    'https://b.example',
    'https://c.example',
  ]);
});
