import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it, vi } from 'vitest';
import type { AlarmListJson } from '#/lib/alarms/alarms/alarm-schemas.ts';
import { type AlarmSource, alarmCountsQuery, alarmListQuery } from '#/lib/client/alarms/alarm-queries.ts';
import type { AlarmView } from '#/lib/client/alarms/alarm-view.ts';

const VIEW: AlarmView = { tab: 'all', search: '', window: 'day', schedule: '' };
const page = (ids: string, next_cursor: string | null = null) =>
  ({ alarms: [...ids].map((id) => ({ id })), next_cursor, server_time: '' }) as AlarmListJson;

function sourceOf(response: (path: string) => unknown, isStreaming = true) {
  const get = vi.fn(async (path: string) => response(path));
  return { get, source: { get, serverNow: () => 0, isStreaming: () => isStreaming } as unknown as AlarmSource };
}

describe('the list of alarms', () => {
  it('begins with upcoming ones, and continues with those already due', async () => {
    const { source } = sourceOf((path) => (path.includes('order=asc') ? page('ab') : page('cd', 'more')));
    const list = await new QueryClient().fetchInfiniteQuery(alarmListQuery(source, VIEW));
    expect(list.pages.map(({ alarms }) => alarms.map(({ id }) => id).join(''))).toEqual(['abcd']);
    expect(list.pages[0]?.next_cursor).toBe('more');
  });

  it('sends one request if it has one order', async () => {
    const { source, get } = sourceOf(() => page('a'));
    await new QueryClient().fetchInfiniteQuery(alarmListQuery(source, { ...VIEW, tab: 'dead' }));
    expect(get).toHaveBeenCalledOnce();
  });
});

describe('the counts of alarms', () => {
  it.each([{ window: 'month' }, { search: 'invoice' }, { schedule: 'ab' }] as const)(
    'with %j are separate',
    (change) => {
      const { source } = sourceOf(() => null);
      const keyOf = (view: AlarmView) => alarmCountsQuery(source, view).queryKey;
      expect(keyOf({ ...VIEW, ...change })).not.toEqual(keyOf(VIEW));
    },
  );
});

describe('without a stream', () => {
  it.each([
    [true, false],
    [false, 10_000],
  ])('streaming %s polls after %s ms', (isStreaming, wait) => {
    const { source } = sourceOf(() => page(''), isStreaming);
    const { refetchInterval } = alarmCountsQuery(source, VIEW);
    expect(typeof refetchInterval === 'function' && refetchInterval({} as never)).toBe(wait);
  });
});
