import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { fetchOneMore } from '#/lib/client/http/fetch-one-more.ts';

const KEY = ['list'];

/** A list of numbered pages whose responses arrive on command. */
function openList(response: (page: number) => Promise<number>) {
  const client = new QueryClient();
  const observer = new InfiniteQueryObserver(client, {
    queryKey: KEY,
    queryFn: ({ pageParam }) => response(pageParam),
    initialPageParam: 1,
    getNextPageParam: (page) => (page < 3 ? page + 1 : null),
    retry: false,
  });
  return { client, observer, stop: observer.subscribe(() => {}) };
}

test('a requested page arrives even if updates reload the list meanwhile', async () => {
  const asked: number[] = [];
  const held = Promise.withResolvers<void>();
  const { client, observer, stop } = openList(async (page) => {
    asked.push(page);
    if (asked.length === 2) await held.promise;
    return page;
  });
  await client.refetchQueries({ queryKey: KEY });

  const more = fetchOneMore(observer.getCurrentResult());
  expect(asked).toEqual([1, 2]);
  const updates = client.invalidateQueries({ queryKey: KEY });
  held.resolve();
  await updates;
  await expect(more).resolves.toMatchObject({ error: null });

  expect(observer.getCurrentResult().data?.pages).toEqual([1, 2]);
  expect(asked).toEqual([1, 2, 1, 2]);
  stop();
});

test('a page that fails returns its error, and leaves what was shown', async () => {
  const { client, observer, stop } = openList(async (page) => {
    if (page > 1) throw new Error('refused');
    return page;
  });
  await client.refetchQueries({ queryKey: KEY });
  await expect(fetchOneMore(observer.getCurrentResult())).resolves.toMatchObject({ error: { message: 'refused' } });
  expect(observer.getCurrentResult()).toMatchObject({ isFetchNextPageError: true, data: { pages: [1] } });
  stop();
});

test('at the end of the list nothing more is requested', async () => {
  const asked: number[] = [];
  const { client, observer, stop } = openList(async (page) => {
    asked.push(page);
    return page;
  });
  await client.refetchQueries({ queryKey: KEY });
  await fetchOneMore(observer.getCurrentResult());
  await fetchOneMore(observer.getCurrentResult());
  await fetchOneMore(observer.getCurrentResult());
  expect(asked).toEqual([1, 2, 3]);
  stop();
});
