import { describe, expect, test } from 'vitest';
import { AppError } from '#/lib/core/errors.ts';
import type { Db } from '#/lib/db/client.ts';
import type { Placed } from '#/lib/feed/cursor/feed-query.ts';
import { packPosition, START } from '#/lib/feed/cursor/position.ts';
import type { FeedHub, FeedListener } from '#/lib/feed/hub/feed-hub.ts';
import { subscribeToFeed } from '#/lib/feed/subscription/subscribe-to-feed.ts';

const KB = 1_024;

/** A subscriber that is still catching up, and the hub's events meanwhile. */
async function catchingUp() {
  const hub = { deliver: (_placed: Placed) => {}, hasLeft: false };
  const subscribe = (listener: FeedListener) => {
    hub.deliver = listener;
    const unsubscribe = () => {
      hub.hasLeft = true;
    };
    return Promise.resolve({ from: START, unsubscribe });
  };
  const received: string[] = [];
  let overflows = 0;
  const started = Promise.withResolvers<void>();
  const atStart = Promise.withResolvers<void>();
  const { upToDate } = subscribeToFeed(
    { hub: { subscribe } as unknown as FeedHub, runQuery: (query) => query({} as Db) },
    {
      workspaceId: 'acme',
      since: undefined,
      wants: () => true,
      onStart: () => {
        atStart.resolve();
        return started.promise;
      },
      onEvent: ({ cursor }) => void received.push(cursor),
      onOverflow: () => {
        overflows += 1;
      },
    },
  );
  await atStart.promise;
  const comes = (count: number, bytes: number) => {
    for (let n = 0; n < count; n += 1) {
      const data = { payload: 'x'.repeat(bytes) };
      hub.deliver({ event: { workspaceId: 'acme', data }, cursor: `${n}` } as unknown as Placed);
    }
  };
  return { hub, received, comes, overflows: () => overflows, upToDate, begin: started.resolve };
}

test('events that arrive while a subscriber catches up are sent afterwards, in order', async () => {
  const { comes, received, overflows, upToDate, begin } = await catchingUp();
  comes(50, 64 * KB);
  begin();
  await upToDate;
  expect(received).toEqual(Array.from({ length: 50 }, (_, n) => `${n}`));
  expect(overflows()).toBe(0);
});

test('a subscription with more than 4 MB waiting is ended, and its buffer is freed', async () => {
  const { hub, comes, received, overflows, upToDate, begin } = await catchingUp();
  comes(100, 64 * KB);
  expect(overflows()).toBe(1);
  expect(hub.hasLeft).toBe(true);
  begin();
  await upToDate;
  expect(received).toEqual([]);
});

test('a subscriber that has received its waiting events has room again', async () => {
  const { comes, overflows, upToDate, begin } = await catchingUp();
  comes(60, 64 * KB);
  begin();
  await upToDate;
  comes(60, 64 * KB);
  expect(overflows()).toBe(0);
});

describe('a subscriber with a cursor', () => {
  /** What it gets as its start when the query for what came after its cursor ends with this error. */
  async function startAfter(error: Error): Promise<string[]> {
    const subscribe = () => Promise.resolve({ from: START, unsubscribe: () => {} });
    const starts: string[] = [];
    const { upToDate } = subscribeToFeed(
      { hub: { subscribe } as unknown as FeedHub, runQuery: () => Promise.reject(error) },
      {
        workspaceId: 'acme',
        since: packPosition(START),
        wants: () => true,
        onStart: ({ kind }) => void starts.push(kind),
        onEvent: () => {},
        onOverflow: () => {},
      },
    );
    await upToDate;
    return starts;
  }

  test('gets a reset when the database takes too long to find out how far behind it is', async () => {
    expect(await startAfter(new AppError('query_too_slow'))).toEqual(['reset']);
  });

  test('gets the error when too many reads wait, and is not started', async () => {
    await expect(startAfter(new AppError('too_many_reads'))).rejects.toMatchObject({ code: 'too_many_reads' });
  });
});
