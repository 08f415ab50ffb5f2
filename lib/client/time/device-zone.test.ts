import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  cityOf,
  deviceZone,
  haveSameClock,
  isKeptPair,
  isSameZone,
  ownCookie,
  rememberedZones,
  rememberZone,
  saveZonePair,
} from '#/lib/client/time/device-zone.ts';

const jar = new Map<string, string>();

/** The cookies of a page, as far as these functions use them. */
function stubCookies(): void {
  const document = {
    get cookie() {
      return [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    },
    set cookie(line: string) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      jar.set(name, value);
    },
  };
  vi.stubGlobal('document', document);
  vi.stubGlobal('window', { location: { protocol: 'https:' } });
}

beforeEach(() => {
  jar.clear();
  stubCookies();
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test('two names of one zone are the same', () => {
  expect(isSameZone('Asia/Calcutta', 'Asia/Kolkata')).toBe(true);
  expect(isSameZone('Europe/Lisbon', 'Europe/London')).toBe(false);
});

describe('clocks in two zones', () => {
  const NOVEMBER = Date.parse('2026-11-19T12:00:00Z');

  test.each([
    ['Europe/Paris', 'Europe/Stockholm'],
    ['Asia/Calcutta', 'Asia/Kolkata'],
    ['Africa/Algiers', 'Africa/Tunis'],
  ])('are the same in %s and %s', (left, right) => {
    expect(haveSameClock(left, right, NOVEMBER)).toBe(true);
  });

  test.each([
    ['that differ today', 'Europe/Lisbon', 'Europe/Stockholm'],
    ['that differ in summer', 'Africa/Algiers', 'Europe/Stockholm'],
    ['that are changed two days apart', 'Asia/Jerusalem', 'Europe/Athens'],
  ])('%s are not the same', (_, left, right) => {
    expect(haveSameClock(left, right, NOVEMBER)).toBe(false);
  });
});

test.each([
  ['Europe/Lisbon', 'Lisbon'],
  ['America/Argentina/Buenos_Aires', 'Buenos Aires'],
  ['UTC', 'UTC'],
])('%s is %s', (zone, city) => {
  expect(cityOf(zone)).toBe(city);
});

/** What the next request sends to the server. */
const sent = () => rememberedZones((name) => (jar.has(name) ? decodeURIComponent(jar.get(name) ?? '') : undefined));

test('a device sends its zone with its next request', () => {
  expect(sent()).toEqual({ device: null, kept: [] });
  rememberZone();
  expect(sent().device).toBe(deviceZone());
});

describe('a pair of zones', () => {
  test('that was kept is not asked about again, in that direction', () => {
    saveZonePair('Asia/Calcutta', 'Europe/Berlin');
    for (const { kept } of [sent(), rememberedZones(ownCookie)]) {
      expect(isKeptPair(kept, 'Asia/Kolkata', 'Europe/Berlin')).toBe(true);
      expect(isKeptPair(kept, 'Europe/Berlin', 'Asia/Kolkata')).toBe(false);
      expect(isKeptPair(kept, 'Asia/Kolkata', 'Europe/Paris')).toBe(false);
    }
  });

  test('is remembered with others, the latest eight', () => {
    const zones = ['Europe/Paris', 'Europe/Rome', 'Europe/Oslo', 'Asia/Tokyo', 'Asia/Seoul', 'Asia/Dubai'];
    for (const zone of [...zones, 'UTC', 'America/Lima', 'America/Bogota']) saveZonePair(zone, 'Europe/Berlin');
    expect(sent().kept).toHaveLength(8);
    expect(isKeptPair(sent().kept, 'Europe/Paris', 'Europe/Berlin')).toBe(false);
    expect(isKeptPair(sent().kept, 'America/Bogota', 'Europe/Berlin')).toBe(true);
  });

  test('is asked about if cookies are blocked', () => {
    vi.stubGlobal('document', {
      get cookie(): string {
        throw new Error('refused');
      },
      set cookie(_line: string) {
        throw new Error('refused');
      },
    });
    saveZonePair('Europe/Lisbon', 'Europe/Berlin');
    rememberZone();
    expect(rememberedZones(ownCookie)).toEqual({ device: null, kept: [] });
  });
});
