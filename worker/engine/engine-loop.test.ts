import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { EngineLoop, type Pass } from '#/worker/engine/engine-loop.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A pass that returns these waits one after the other, then Infinity. */
function passOf(...responses: (number | Error)[]) {
  return vi.fn<Pass>(async () => {
    const response = responses.shift() ?? Number.POSITIVE_INFINITY;
    if (response instanceof Error) throw response;
    return response;
  });
}

const moment = () => vi.advanceTimersByTimeAsync(0);

describe('the loop continues', () => {
  test('after a pass that fails, a quarter of a second later', async () => {
    const pass = passOf(new Error('the database is away'), new Error('still away'));
    const loop = new EngineLoop(pass);
    loop.start();
    await vi.advanceTimersByTimeAsync(249);
    expect(pass).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(251);
    expect(pass).toHaveBeenCalledTimes(3);
    await loop.stop();
  });

  test.each([
    ['nothing is due', Number.POSITIVE_INFINITY],
    ['what is due next is far away', 3_600_000],
  ])('a second later when %s, since another process may have written something sooner', async (_when, wait) => {
    const pass = passOf(wait);
    const loop = new EngineLoop(pass);
    loop.start();
    await vi.advanceTimersByTimeAsync(999);
    expect(pass).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(pass).toHaveBeenCalledTimes(2);
    await loop.stop();
  });

  test('at the due instant, not a millisecond before', async () => {
    const pass = passOf(249.2);
    const loop = new EngineLoop(pass);
    loop.start();
    await vi.advanceTimersByTimeAsync(249);
    expect(pass).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(pass).toHaveBeenCalledTimes(2);
    await loop.stop();
  });

  test('with a wait of zero when the due instant passes before it sleeps', async () => {
    const sleeps = vi.spyOn(globalThis, 'setTimeout');
    const loop = new EngineLoop(passOf(50));
    // Readings after the pass, before sleeping and for its length: the process was busy before the last one.
    vi.spyOn(performance, 'now').mockReturnValueOnce(1_000).mockReturnValueOnce(1_000).mockReturnValueOnce(1_055);
    loop.start();
    await moment();
    expect(sleeps.mock.calls.map(([, ms]) => ms)).toContain(0);
    expect(sleeps.mock.calls.every(([, ms]) => (ms ?? 0) >= 0)).toBe(true);
    vi.restoreAllMocks();
    await loop.stop();
  });

  test('at once while more is due than one pass takes', async () => {
    const pass = passOf(-5_000, 0, -1);
    const loop = new EngineLoop(pass);
    loop.start();
    await moment();
    expect(pass).toHaveBeenCalledTimes(4);
    await loop.stop();
  });
});

describe('a notification', () => {
  test('shortens the sleep', async () => {
    const pass = passOf();
    const loop = new EngineLoop(pass);
    loop.start();
    await moment();
    loop.scheduleWake(20.5);
    await vi.advanceTimersByTimeAsync(20);
    expect(pass).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(pass).toHaveBeenCalledTimes(2);
    await loop.stop();
  });

  test('never makes the sleep longer', async () => {
    const pass = passOf(30);
    const loop = new EngineLoop(pass);
    loop.start();
    await moment();
    loop.scheduleWake(500);
    await vi.advanceTimersByTimeAsync(30);
    expect(pass).toHaveBeenCalledTimes(2);
    await loop.stop();
  });

  test('that arrives during a pass is not lost', async () => {
    const gate = Promise.withResolvers<void>();
    const pass = vi.fn<Pass>(async () => {
      if (pass.mock.calls.length === 1) await gate.promise;
      return Number.POSITIVE_INFINITY;
    });
    const loop = new EngineLoop(pass);
    loop.start();
    await moment();
    loop.scheduleWake(10);
    gate.resolve();
    await vi.advanceTimersByTimeAsync(10);
    expect(pass).toHaveBeenCalledTimes(2);
    await loop.stop();
  });

  test('to a loop that is not running does nothing', async () => {
    const pass = passOf();
    const loop = new EngineLoop(pass);
    loop.scheduleWake(0);
    await vi.advanceTimersByTimeAsync(10);
    expect(pass).not.toHaveBeenCalled();
  });
});

describe('starting and stopping', () => {
  test('twice each has the same effect as once', async () => {
    const pass = passOf();
    const loop = new EngineLoop(pass);
    loop.start();
    loop.start();
    await moment();
    expect(pass).toHaveBeenCalledTimes(1);
    await Promise.all([loop.stop(), loop.stop()]);
    await loop.stop();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(pass).toHaveBeenCalledTimes(1);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('stopping before starting does nothing', async () => {
    const pass = passOf();
    await new EngineLoop(pass).stop();
    expect(pass).not.toHaveBeenCalled();
  });

  test('stopping waits for the running pass, and no other begins', async () => {
    const gate = Promise.withResolvers<void>();
    const pass = vi.fn<Pass>(async () => {
      await gate.promise;
      return 0;
    });
    const loop = new EngineLoop(pass);
    loop.start();
    await moment();
    const received: string[] = [];
    const stops = [1, 2].map((time) => loop.stop().then(() => received.push(`stopped ${time}`)));
    await moment();
    expect(received).toEqual([]);
    gate.resolve();
    await Promise.all(stops);
    expect(received).toEqual(['stopped 1', 'stopped 2']);
    expect(pass).toHaveBeenCalledTimes(1);
  });

  test('starting again, even right after a stop, runs one loop', async () => {
    const pass = passOf();
    const loop = new EngineLoop(pass);
    loop.start();
    await moment();
    const stopped = loop.stop();
    loop.start();
    await stopped;
    await moment();
    expect(pass).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(pass).toHaveBeenCalledTimes(3);
    await loop.stop();
    expect(vi.getTimerCount()).toBe(0);
  });
});
