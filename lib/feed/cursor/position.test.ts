import { describe, expect, test } from 'vitest';
import { isBeyond, packPosition, START, unpackPosition } from '#/lib/feed/cursor/position.ts';
import {
  formatSnapshot,
  NOTHING,
  packSnapshot,
  parseSnapshot,
  unpackSnapshot,
  upTo,
} from '#/lib/feed/cursor/snapshot.ts';

const some = parseSnapshot('755:760:755,758');

describe('a snapshot', () => {
  test.each(['1:1:', '755:760:755,758', '9000000000000:9000000000100:9000000000000,9000000000099'])(
    '%s is unchanged after packing and unpacking',
    (text) => {
      const snapshot = parseSnapshot(text);
      expect(formatSnapshot(snapshot)).toBe(text);
      expect(unpackSnapshot(packSnapshot(snapshot))).toEqual(snapshot);
    },
  );

  test.each([
    ['nothing', ''],
    ['words', 'hello'],
    ['an id of the feed', '123456'],
    ['transactions out of order', 'a.9.3_1'],
    ['an open one after the end', 'a.2.3'],
    ['a number longer than Postgres has', 'zzzzzzzzzzzzz.1.'],
    ['zero', '0.1.'],
  ])('is not parsed from %s', (_what, text) => {
    expect(unpackSnapshot(text)).toBeNull();
  });

  test.each([
    [757n, '755:758:755'],
    [758n, '755:759:755,758'],
    [759n, '755:760:755,758'],
    [900n, '755:760:755,758'],
    [700n, '701:701:'],
  ])('limited to %s sees only transactions up to it', (last, text) => {
    expect(formatSnapshot(upTo(some, last))).toBe(text);
  });
});

describe('a position', () => {
  test.each([
    ['the start', START],
    ['a whole snapshot', { seen: some, part: null }],
    ['the middle of a read', { seen: NOTHING, part: { of: some, id: 9_007_199_254_740_993n } }],
  ])('at %s is unchanged after packing and unpacking', (_where, position) => {
    expect(unpackPosition(packPosition(position))).toEqual(position);
  });

  test.each(['', '17', 'a.1.~b.1.', 'a.1.~b.1.~x', 'a.1.~b.1.~1~2', 'a.1.~~1', `a.1.${'1_'.repeat(9_000)}`])(
    'is not parsed from %j',
    (text) => {
      expect(unpackPosition(text)).toBeNull();
    },
  );

  test('is not parsed from a text made to be slow to parse', () => {
    expect(unpackPosition(`a.1.${'a'.repeat(4_000)}!`)).toBeNull();
    expect(unpackPosition(`a.1.${'a_'.repeat(2_000)}!`)).toBeNull();
  });

  test('that has seen more than the database has is from another database', () => {
    const later = parseSnapshot('800:800:');
    expect(isBeyond({ seen: later, part: null }, some)).toBe(true);
    expect(isBeyond({ seen: NOTHING, part: { of: later, id: 1n } }, some)).toBe(true);
    expect(isBeyond({ seen: some, part: { of: later, id: 1n } }, later)).toBe(false);
  });
});
