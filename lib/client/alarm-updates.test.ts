import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AlarmJson } from '#/lib/alarms/alarms/alarm-schemas.ts';
import { type AlarmPages, alarmKey, LISTS_KEY } from '#/lib/client/alarm-keys.ts';
import { AlarmUpdates } from '#/lib/client/alarm-updates.ts';

const alarm = (version: number, status = 'scheduled') => ({ id: 'a', version, status }) as AlarmJson;

function setUp() {
  const client = new QueryClient();
  const invalidate = vi.spyOn(client, 'invalidateQueries').mockResolvedValue();
  return { client, invalidate, news: new AlarmUpdates(client) };
}

describe('news of alarms', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('are asked for at once, then once a second at most, and once more after the last', async () => {
    const { news, invalidate } = setUp();
    for (let i = 0; i < 25; i++) {
      news.tell();
      await vi.advanceTimersByTimeAsync(100);
    }
    expect(invalidate).toHaveBeenCalledTimes(3);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(invalidate).toHaveBeenCalledTimes(4);
  });

  it('wait for an answer that is under way', async () => {
    const { news, invalidate } = setUp();
    let answer = () => {};
    invalidate.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)));
    news.tell();
    news.tell();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(invalidate).toHaveBeenCalledOnce();
    answer();
    await vi.advanceTimersByTimeAsync(0);
    expect(invalidate).toHaveBeenCalledTimes(2);
  });

  it('end when the page is left', async () => {
    const { news, invalidate } = setUp();
    news.tell();
    news.tell();
    news.stop();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(invalidate).toHaveBeenCalledOnce();
  });
});

describe('an alarm from an answer', () => {
  it('is shown by itself and in the lists', () => {
    const { client, news } = setUp();
    client.setQueryData(LISTS_KEY, {
      pages: [{ alarms: [alarm(1)], next_cursor: null, server_time: '' }],
      pageParams: [null],
    });
    news.show(alarm(2, 'aborted'));
    expect(client.getQueryData<AlarmJson>(alarmKey('a'))?.status).toBe('aborted');
    expect(client.getQueryData<AlarmPages>(LISTS_KEY)?.pages[0]?.alarms[0]?.status).toBe('aborted');
  });

  it('does not take the place of a newer one', () => {
    const { client, news } = setUp();
    news.show(alarm(3, 'delivered'));
    news.show(alarm(2));
    expect(client.getQueryData<AlarmJson>(alarmKey('a'))?.status).toBe('delivered');
  });
});
