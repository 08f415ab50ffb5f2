import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ServerClock } from '#/lib/client/time/server-clock.ts';
import { Ticker } from '#/lib/client/time/ticker.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-19T12:00:00.300Z') });
  vi.stubGlobal('document', new EventTarget());
  vi.stubGlobal('window', new EventTarget());
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function setUp() {
  const device = { asleepMs: 0 };
  const clock = new ServerClock({ wall: () => Date.now() + device.asleepMs, monotonic: () => performance.now() });
  clock.observe({ sentAt: performance.now(), receivedAt: performance.now(), serverTime: Date.now() });
  const ticker = new Ticker(clock);
  ticker.start();
  return { device, clock, ticker };
}

const NOON = Date.parse('2026-11-19T12:00:00.000Z');

describe('the ticker', () => {
  it('paints at once, then whenever the digits change', async () => {
    const { ticker } = setUp();
    const paint = vi.fn();
    ticker.add({ paint, stepMs: 1_000, phase: NOON + 100 });
    expect(paint).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(799);
    expect(paint).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(10);
    expect(paint).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(paint).toHaveBeenCalledTimes(12);
  });

  it('keeps the phase of each, with one timeout', async () => {
    const { ticker } = setUp();
    const second = vi.fn();
    const minute = vi.fn();
    ticker.add({ paint: second, stepMs: 1_000, phase: 0 });
    ticker.add({ paint: minute, stepMs: 60_000, phase: 0 });
    expect(vi.getTimerCount()).toBe(1);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(second).toHaveBeenCalledTimes(61);
    expect(minute).toHaveBeenCalledTimes(2);
  });

  it('paints the right time immediately after a sleep', () => {
    const { ticker, device } = setUp();
    const paint = vi.fn();
    ticker.add({ paint, stepMs: 1_000, phase: 0 });
    device.asleepMs = 7 * 3_600_000;
    document.dispatchEvent(new Event('visibilitychange'));
    expect(paint).toHaveBeenLastCalledWith(NOON + 300 + 7 * 3_600_000);
  });

  it('is idle when nothing shows time, and when it is stopped', () => {
    const { ticker } = setUp();
    const remove = ticker.add({ paint: () => {}, stepMs: 1_000, phase: 0 });
    remove();
    expect(vi.getTimerCount()).toBe(0);
    ticker.add({ paint: () => {}, stepMs: 1_000, phase: 0 });
    ticker.stop();
    expect(vi.getTimerCount()).toBe(0);
  });
});
