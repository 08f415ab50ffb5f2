import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AlarmUpdates } from '#/lib/client/alarms/alarm-updates.ts';

function setUp() {
  const client = new QueryClient();
  const invalidate = vi.spyOn(client, 'invalidateQueries').mockResolvedValue();
  return { client, invalidate, updates: new AlarmUpdates(client) };
}

describe('updates of alarms', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('are asked for at once, then once a second at most, and once more after the last', async () => {
    const { updates, invalidate } = setUp();
    for (let i = 0; i < 25; i++) {
      updates.tell();
      await vi.advanceTimersByTimeAsync(100);
    }
    expect(invalidate).toHaveBeenCalledTimes(3);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(invalidate).toHaveBeenCalledTimes(4);
  });

  it('wait for a response in flight', async () => {
    const { updates, invalidate } = setUp();
    let response = () => {};
    invalidate.mockReturnValueOnce(new Promise((resolve) => (response = resolve)));
    updates.tell();
    updates.tell();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(invalidate).toHaveBeenCalledOnce();
    response();
    await vi.advanceTimersByTimeAsync(0);
    expect(invalidate).toHaveBeenCalledTimes(2);
  });

  it('end when the page is left', async () => {
    const { updates, invalidate } = setUp();
    updates.tell();
    updates.tell();
    updates.stop();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(invalidate).toHaveBeenCalledOnce();
  });
});
