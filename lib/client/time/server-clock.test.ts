import { describe, expect, it, vi } from 'vitest';
import { ServerClock } from '#/lib/client/time/server-clock.ts';

const DAY = 86_400_000;
const HOUR = 3_600_000;
const SERVER_START = Date.parse('2026-11-19T13:32:08.000Z');

/** A device and a server: the same true time passes for both, but each clock of the device can differ. */
function world(wallErrorMs = 0) {
  let trueMs = 0;
  let asleepMs = 0;
  let wallStepMs = 0;
  const monotonic = () => 5_000 + trueMs - asleepMs;
  const clock = new ServerClock({ wall: () => SERVER_START + trueMs + wallErrorMs + wallStepMs, monotonic });
  return {
    clock,
    serverNow: () => SERVER_START + trueMs,
    pass: (ms: number) => {
      trueMs += ms;
    },
    sleep: (ms: number) => {
      trueMs += ms;
      asleepMs += ms;
    },
    setWall: (ms: number) => {
      wallStepMs += ms;
    },
    /** A request: `there` ms to the server, `back` ms for the response. */
    ask(there: number, back: number) {
      const answered = clock.sample();
      trueMs += there;
      const serverTime = SERVER_START + trueMs;
      trueMs += back;
      answered(serverTime);
    },
  };
}

describe('the calibrated clock', () => {
  it.each([0, DAY, -DAY, -3 * HOUR, 12_345])('is right when the device is off by %d ms', (wallErrorMs) => {
    const { clock, ask, pass, serverNow } = world(wallErrorMs);
    ask(20, 20);
    pass(10 * 60_000);
    expect(clock.now()).toBe(serverNow());
    expect(clock.deviceErrorMs()).toBe(wallErrorMs);
  });

  it('is off by at most half a round trip when one way is slower than the other, and reports that', () => {
    const { clock, ask, serverNow } = world();
    ask(300, 100);
    expect(Math.abs(clock.now() - serverNow())).toBeLessThanOrEqual(200);
    expect(clock.boundMs()).toBe(200);
  });

  it('uses the shortest of the last five round trips', () => {
    const { clock, ask, serverNow } = world();
    ask(900, 100);
    ask(10, 10);
    ask(500, 100);
    expect(clock.boundMs()).toBe(10);
    expect(clock.now()).toBe(serverNow());
    for (let i = 0; i < 5; i++) ask(100, 100);
    expect(clock.boundMs()).toBe(100);
  });

  it('prefers the later of two equally good samples, because clocks drift', () => {
    const { clock } = world();
    clock.observe({ sentAt: 5_000, receivedAt: 5_020, serverTime: 1_000 });
    clock.observe({ sentAt: 6_000, receivedAt: 6_020, serverTime: 9_000 });
    expect(clock.now()).toBe(9_000 + 5_000 - 6_010);
  });

  it('trusts the wall clock in the first frame after a sleep, and requests a measurement', async () => {
    const { clock, ask, sleep, serverNow } = world(DAY);
    const parted = vi.fn();
    clock.onDrift(parted);
    ask(20, 20);
    sleep(7 * HOUR);
    expect(clock.now()).toBe(serverNow());
    expect(clock.boundMs()).toBeNull();
    await Promise.resolve();
    expect(parted).toHaveBeenCalledOnce();
    ask(40, 40);
    expect(clock.boundMs()).toBe(40);
    expect(clock.now()).toBe(serverNow());
  });

  it('keeps to the monotonic clock when the wall clock is set back', async () => {
    const { clock, ask, pass, setWall, serverNow } = world();
    const parted = vi.fn();
    clock.onDrift(parted);
    ask(20, 20);
    setWall(-3 * HOUR);
    pass(1_000);
    expect(clock.now()).toBe(serverNow());
    await Promise.resolve();
    expect(parted).toHaveBeenCalledOnce();
  });

  it('is right again with one sample after the wall clock was set forward by hand', () => {
    const { clock, ask, setWall, serverNow } = world();
    ask(20, 20);
    setWall(DAY);
    expect(clock.now() - serverNow()).toBe(DAY);
    ask(20, 20);
    expect(clock.now()).toBe(serverNow());
  });

  it('is not affected by a frozen page whose monotonic clock continued', () => {
    const { clock, ask, pass, serverNow } = world(-3 * HOUR);
    ask(20, 20);
    pass(9 * HOUR);
    expect(clock.now()).toBe(serverNow());
  });

  it('ignores a response that was in flight while the machine slept', () => {
    const { clock, ask, sleep, serverNow } = world();
    ask(20, 20);
    const answered = clock.sample();
    const askedAt = serverNow();
    sleep(7 * HOUR);
    answered(askedAt);
    expect(clock.now()).toBe(serverNow());
  });

  it('ignores a response that took longer than requests do', () => {
    const { clock, ask, serverNow } = world();
    ask(10, 12 * 60_000);
    expect(clock.boundMs()).toBe(null);
    expect(clock.now()).toBe(serverNow());
  });

  it('ignores implausible samples', () => {
    const { clock, serverNow } = world();
    clock.observe({ sentAt: 10, receivedAt: 5, serverTime: 1 });
    clock.observe({ sentAt: 10, receivedAt: 20, serverTime: Number.NaN });
    expect(clock.now()).toBe(serverNow());
    expect(clock.boundMs()).toBeNull();
  });

  it('stops calling removed listeners', async () => {
    const { clock, sleep } = world();
    const parted = vi.fn();
    clock.onDrift(parted)();
    sleep(HOUR);
    clock.now();
    await Promise.resolve();
    expect(parted).not.toHaveBeenCalled();
  });
});
