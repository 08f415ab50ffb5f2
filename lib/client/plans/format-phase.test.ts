import { describe, expect, it } from 'vitest';
import { formatSpokenPhase, markReached } from '#/lib/client/plans/format-phase.ts';

const MINUTE = 60_000;

describe('the announcement of the remaining time', () => {
  it.each([
    ['at five minutes', 5 * MINUTE + 20, 5 * MINUTE - 5, 5 * MINUTE],
    ['at five minutes to the millisecond', 6 * MINUTE, 5 * MINUTE, 5 * MINUTE],
    ['at one minute', 2 * MINUTE, MINUTE - 5, MINUTE],
  ])('is made %s', (_when, before, left, mark) => expect(markReached(before, left)).toBe(mark));

  it.each([
    ['between marks', 4 * MINUTE, 3 * MINUTE],
    ['when it has been announced', 5 * MINUTE, 5 * MINUTE - 900],
    ['when the page slept through it', 20 * MINUTE, 4 * MINUTE],
    ['when more time was given', 4 * MINUTE, 9 * MINUTE],
    ['at the end, with its own text', 30_000, 0],
  ])('is not made %s', (_when, before, left) => expect(markReached(before, left)).toBeNull());
});

describe('a phase as spoken text', () => {
  it.each([
    [{ leftMs: 18 * MINUTE - 1, overMs: 0 }, '18 minutes left'],
    [{ leftMs: 1, overMs: 0 }, '1 minute left'],
    [{ leftMs: 0, overMs: 0 }, 'no time left'],
    [{ leftMs: 0, overMs: 2 * MINUTE + 1 }, '2 minutes over'],
  ])('%j is %s', (time, words) => expect(formatSpokenPhase(time)).toBe(words));
});
