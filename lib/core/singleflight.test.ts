import { expect, test } from 'vitest';
import { Singleflight } from '#/lib/core/singleflight.ts';

/** A lookup whose queries are resolved manually, in their order. */
function lookup() {
  const requests: { key: string; resolve: (response: string) => void; reject: (error: Error) => void }[] = [];
  const shared = new Singleflight<string>(
    (key) => new Promise((resolve, reject) => requests.push({ key, resolve, reject })),
  );
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  return { shared, requests, settled };
}

test('callers during a lookup share the next one', async () => {
  const { shared, requests, settled } = lookup();
  const first = shared.get('a');
  const later = [shared.get('a'), shared.get('a'), shared.get('a')];
  expect(requests).toHaveLength(1);
  requests[0]?.resolve('before the change');
  expect(await first).toBe('before the change');
  await settled();
  expect(requests).toHaveLength(2);
  requests[1]?.resolve('after the change');
  expect(await Promise.all(later)).toEqual(Array(3).fill('after the change'));
});

test('different keys do not wait for each other', async () => {
  const { shared, requests } = lookup();
  const both = [shared.get('a'), shared.get('b')];
  expect(requests.map(({ key }) => key)).toEqual(['a', 'b']);
  for (const { key, resolve } of requests) resolve(key);
  expect(await Promise.all(both)).toEqual(['a', 'b']);
});

test('a failure goes to the current callers; the next call queries again', async () => {
  const { shared, requests, settled } = lookup();
  const first = shared.get('a');
  const second = shared.get('a');
  requests[0]?.reject(new Error('away'));
  await expect(first).rejects.toThrow('away');
  await settled();
  requests[1]?.resolve('back');
  expect(await second).toBe('back');
});
