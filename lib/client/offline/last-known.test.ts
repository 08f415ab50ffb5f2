import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readLastKnown } from '#/lib/client/offline/read-last-known.ts';
import type { TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

const AT = Date.parse('2026-11-19T14:00:00.000Z');
const TIMER = {
  id: 'timer',
  version: 3.5,
  title: '',
  status: 'running',
  ticket: { key: 'API-412', title: 'Rate limiter' },
  cap_at: null,
  spans: [{ started_at: '2026-11-19T13:00:00.000Z', ended_at: null }],
} as unknown as TimerJson;
const DISPLAY = { style: { timeZone: 'Europe/Stockholm', hourCycle: 'h23', dayStartHour: 0 }, theme: 'dark' } as const;
const STORED = { ...DISPLAY, sender: { queueName: 'queued_actions:maya:acme', aheadMs: 1_500 } };

let kept: Map<string, string>;
let device: typeof import('#/lib/client/offline/last-known.ts') &
  typeof import('#/lib/client/offline/clear-last-known.ts');
beforeEach(async () => {
  vi.resetModules();
  device = {
    ...(await import('#/lib/client/offline/last-known.ts')),
    ...(await import('#/lib/client/offline/clear-last-known.ts')),
  };
  kept = new Map();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
});
afterEach(() => void vi.unstubAllGlobals());

describe('the last known timer', () => {
  it('is read as of the server’s response', () => {
    device.saveLastKnown(TIMER, AT, STORED);
    expect(readLastKnown()).toEqual({
      timer: { ticketKey: 'API-412', title: 'Rate limiter', status: 'running', elapsedMs: 3_600_000 },
      at: AT,
      ...DISPLAY,
      sender: { ...STORED.sender, target: { id: 'timer', version: 3 } },
    });
  });

  it('may be that no timer ran', () => {
    device.saveLastKnown(null, AT, STORED);
    expect(readLastKnown()?.timer).toBeNull();
  });

  it('of an earlier version names the queue as now', () => {
    const { queueName: _now, ...sender } = STORED.sender;
    const known = { ...DISPLAY, timer: null, at: AT, sender: { ...sender, keptAs: 'late_presses:maya:acme' } };
    kept.set('last_known_timer', JSON.stringify(known));
    expect(readLastKnown()?.sender).toEqual(STORED.sender);
  });

  it('is deleted at sign-out', () => {
    device.saveLastKnown(TIMER, AT, STORED);
    device.clearLastKnown();
    expect(readLastKnown()).toBeNull();
  });

  it('is not stored again by a page that is left by signing out', () => {
    device.clearLastKnown();
    device.saveLastKnown(TIMER, AT, STORED);
    expect(readLastKnown()).toBeNull();
  });

  it('is not stored again by another tab after a sign-out in one', () => {
    const tab = new EventTarget();
    vi.stubGlobal('window', tab);
    device.clearWithOtherTabs();
    const cleared = (key: string) => Object.assign(new Event('storage'), { key, newValue: null });
    tab.dispatchEvent(cleared('of_another_part'));
    device.saveLastKnown(TIMER, AT, STORED);
    expect(readLastKnown()).not.toBeNull();
    kept.clear();
    tab.dispatchEvent(cleared('last_known_timer'));
    device.saveLastKnown(TIMER, AT, STORED);
    expect(readLastKnown()).toBeNull();
  });

  it.each([['{'], ['7'], ['{"at":"now"}'], ['{"at":1,"style":{"timeZone":"UTC"},"timer":{}}']])(
    'is not read from %s',
    (text) => {
      kept.set('last_known_timer', text);
      expect(readLastKnown()).toBeNull();
    },
  );

  it('is unknown if storage is blocked', () => {
    const reject = () => {
      throw new DOMException('refused', 'SecurityError');
    };
    vi.stubGlobal('localStorage', { getItem: reject, setItem: reject, removeItem: reject });
    device.saveLastKnown(TIMER, AT, STORED);
    device.clearLastKnown();
    expect(readLastKnown()).toBeNull();
  });
});
