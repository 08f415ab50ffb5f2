import { describe, expect, test } from 'vitest';
import { SecretCache } from '#/lib/engine/dispatch/secret-cache.ts';

/** A cache on a clock set by hand, and the lookups it made. */
function cacheOf(load?: (ids: string[]) => Promise<Map<string, string[]>>) {
  const lookups: string[][] = [];
  const clock = { ms: 0 };
  const cache = new SecretCache(
    async (ids) => {
      lookups.push(ids);
      return load ? load(ids) : new Map(ids.map((id) => [id, [`secret of ${id}, ${lookups.length}`]]));
    },
    () => clock.ms,
  );
  return { cache, lookups, clock };
}

test('the secrets of many workspaces are loaded by one query, each workspace once', async () => {
  const { cache, lookups } = cacheOf();
  cache.prefetch(['a', 'b', 'a']);
  expect(await Promise.all([cache.get('a'), cache.get('b')])).toEqual([['secret of a, 1'], ['secret of b, 1']]);
  cache.prefetch(['b', 'c']);
  expect(lookups).toEqual([['a', 'b'], ['c']]);
});

test('a rotated secret is used after ten seconds', async () => {
  const { cache, clock } = cacheOf();
  expect(await cache.get('a')).toEqual(['secret of a, 1']);
  clock.ms = 9_999;
  expect(await cache.get('a')).toEqual(['secret of a, 1']);
  clock.ms = 10_000;
  expect(await cache.get('a')).toEqual(['secret of a, 2']);
});

test('a deleted workspace has no secrets', async () => {
  const { cache } = cacheOf(async () => new Map());
  expect(await cache.get('gone')).toEqual([]);
});

describe('a database that can’t be reached', () => {
  test('fails the current callers, and is queried again by the next one', async () => {
    let isAway = true;
    const { cache } = cacheOf(async (ids) => {
      if (isAway) throw new Error('away');
      return new Map(ids.map((id) => [id, ['back']]));
    });
    await expect(Promise.all([cache.get('a'), cache.get('a')])).rejects.toThrow('away');
    isAway = false;
    expect(await cache.get('a')).toEqual(['back']);
  });

  test('breaks nothing when no caller waits for the response', async () => {
    const { cache } = cacheOf(() => Promise.reject(new Error('away')));
    cache.prefetch(['a', 'b']);
    // An unhandled rejection would fail this test's process.
    await new Promise((resolve) => setImmediate(resolve));
    await expect(cache.get('a')).rejects.toThrow('away');
  });
});

test('a secret in use is remembered while those of ten thousand other workspaces come and go', async () => {
  const { cache, lookups } = cacheOf();
  for (let n = 0; n <= 20_000; n++) {
    await cache.get('in use');
    await cache.get(`w${n}`);
  }
  expect(lookups.filter(([id]) => id === 'in use')).toHaveLength(1);
});

test('ten thousand workspaces are remembered, and no more pile up', async () => {
  const { cache, lookups } = cacheOf();
  const names = Array.from({ length: 10_001 }, (_, n) => `w${n}`);
  cache.prefetch(names);
  await cache.get('one more');
  cache.prefetch(['w1']);
  await cache.get('w1');
  expect(lookups.map((ids) => ids.length)).toEqual([10_001, 1, 1]);
});
