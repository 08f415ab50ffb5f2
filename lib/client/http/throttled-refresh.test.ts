import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ThrottledRefresh } from '#/lib/client/http/throttled-refresh.ts';

function setUp() {
  const refresh = vi.fn(async () => {});
  return { refresh, updates: new ThrottledRefresh(refresh, 1_000) };
}

describe('a throttled refresh', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('runs at once, then at most once a second, and once more after the last change', async () => {
    const { updates, refresh } = setUp();
    for (let i = 0; i < 25; i++) {
      updates.run();
      await vi.advanceTimersByTimeAsync(100);
    }
    expect(refresh).toHaveBeenCalledTimes(3);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(refresh).toHaveBeenCalledTimes(4);
  });

  it('waits for a response in flight', async () => {
    const { updates, refresh } = setUp();
    let response = () => {};
    refresh.mockReturnValueOnce(new Promise((resolve) => (response = resolve)));
    updates.run();
    updates.run();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(refresh).toHaveBeenCalledOnce();
    response();
    await vi.advanceTimersByTimeAsync(0);
    expect(refresh).toHaveBeenCalledTimes(2);
  });

  it('ends when the page is left', async () => {
    const { updates, refresh } = setUp();
    updates.run();
    updates.run();
    updates.stop();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(refresh).toHaveBeenCalledOnce();
  });
});
