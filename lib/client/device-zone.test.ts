import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { cityOf, isKeptPair, isSameZone, keepPair } from '#/lib/client/device-zone.ts';

const stored = new Map<string, string>();

beforeEach(() => {
  stored.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test('two names of one zone are the same', () => {
  expect(isSameZone('Asia/Calcutta', 'Asia/Kolkata')).toBe(true);
  expect(isSameZone('Europe/Lisbon', 'Europe/London')).toBe(false);
});

test.each([
  ['Europe/Lisbon', 'Lisbon'],
  ['America/Argentina/Buenos_Aires', 'Buenos Aires'],
  ['UTC', 'UTC'],
])('%s is %s', (zone, city) => {
  expect(cityOf(zone)).toBe(city);
});

describe('a pair of zones', () => {
  test('that was kept is not asked about again, in that direction', () => {
    keepPair('Asia/Calcutta', 'Europe/Berlin');
    expect(isKeptPair('Asia/Kolkata', 'Europe/Berlin')).toBe(true);
    expect(isKeptPair('Europe/Berlin', 'Asia/Kolkata')).toBe(false);
    expect(isKeptPair('Asia/Kolkata', 'Europe/Paris')).toBe(false);
  });

  test('is asked about where storage is refused', () => {
    vi.stubGlobal('localStorage', {
      getItem: () => {
        throw new Error('refused');
      },
    });
    keepPair('Europe/Lisbon', 'Europe/Berlin');
    expect(isKeptPair('Europe/Lisbon', 'Europe/Berlin')).toBe(false);
  });
});
