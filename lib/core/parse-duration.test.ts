import { describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#/lib/core/duration.ts';
import { parseDuration } from '#/lib/core/parse-duration.ts';

describe('a duration without a definite length is rejected', () => {
  test.each([
    ['', 'nothing'],
    ['   ', 'blanks'],
    ['90', 'a number without a unit'],
    ['1h30', 'a last number without a unit'],
    ['h', 'a unit without a number'],
    ['-1h', 'a negative length'],
    ['+1h', 'a sign'],
    ['1 h', 'a blank inside'],
    ['1h 30m', 'a blank between'],
    ['1H30M', 'capitals in Go style'],
    ['1y', 'a year, which has no fixed length'],
    ['1us', 'a unit below milliseconds'],
    ['.5h', 'a number that starts with a point'],
    ['1.h', 'a number that ends with a point'],
    ['1,5h', 'a decimal comma in Go style'],
    ['1e3s', 'an exponent'],
    ['١h', 'digits of another script'],
    ['1:30', 'a clock time'],
    ['P', 'ISO 8601 without a part'],
    ['PT', 'ISO 8601 without a part after T'],
    ['P1DT', 'ISO 8601 that ends with T'],
    ['P1M', 'a month, which has no fixed length'],
    ['P1Y', 'a year, which has no fixed length'],
    ['P1H', 'hours without T'],
    ['PT1D', 'days after T'],
    ['PT30M1H', 'parts out of order'],
    ['PT1H1H', 'a part given twice'],
    ['-PT1H', 'a negative ISO length'],
    ['PT-1H', 'a negative ISO part'],
    ['PT1.5H', 'a fraction of anything but seconds'],
    ['pt1h', 'small letters in ISO 8601'],
    ['PT1H\nPT1H', 'two lines'],
  ])('%j: %s', (text) => {
    expect(parseDuration(text)).toBeNull();
  });

  test.each([
    [`${'9'.repeat(400)}h`],
    [`P${'9'.repeat(400)}D`],
    ['9007199254740992ms'],
    [`${'1h'.repeat(10)}${'9'.repeat(20)}d`],
    ['PT9007199254741S'],
  ])('too large for a number: %s', (text) => {
    expect(parseDuration(text)).toBeNull();
  });

  // So long that a quadratic algorithm would take hours, and exceed the test's time limit.
  test('a very long text, quickly', () => {
    for (const text of [
      '1'.repeat(4_000_000),
      '1.'.repeat(2_000_000),
      `${'1h'.repeat(2_000_000)}x`,
      `P${'1'.repeat(4_000_000)}`,
    ]) {
      expect(parseDuration(text)).toBeNull();
    }
  });
});

describe('ISO 8601', () => {
  test.each([
    ['PT1H30M', HOUR_MS + 30 * MINUTE_MS],
    ['PT90M', 90 * MINUTE_MS],
    ['PT25M', 25 * MINUTE_MS],
    ['P1D', DAY_MS],
    ['P2W', 14 * DAY_MS],
    ['P1W2DT3H4M5S', 9 * DAY_MS + 3 * HOUR_MS + 4 * MINUTE_MS + 5 * SECOND_MS],
    ['PT0S', 0],
    ['PT1.5S', 1_500],
    ['PT1,25S', 1_250],
    ['PT0.001S', 1],
    ['PT0.0019S', 1],
    ['PT100H', 100 * HOUR_MS],
    ['  PT1H ', HOUR_MS],
  ])('%s is %d ms', (text, ms) => {
    expect(parseDuration(text)).toBe(ms);
  });
});

describe("Go's style", () => {
  test.each([
    ['1h30m', HOUR_MS + 30 * MINUTE_MS],
    ['90s', 90 * SECOND_MS],
    ['1.5h', 90 * MINUTE_MS],
    ['0.1s', 100],
    ['250ms', 250],
    ['1m30s500ms', 90_500],
    ['2d', 2 * DAY_MS],
    ['0s', 0],
    ['30m1h', 90 * MINUTE_MS],
    ['0.0004s', 0],
    [' 25m ', 25 * MINUTE_MS],
  ])('%s is %d ms', (text, ms) => {
    expect(parseDuration(text)).toBe(ms);
  });
});
