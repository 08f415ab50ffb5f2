import { expect, test } from 'vitest';
import { SharedLookup } from '#/lib/core/shared-lookup.ts';

/** A lookup whose questions are answered by hand, in the order in which they were asked. */
function lookup() {
  const asked: { key: string; resolve: (answer: string) => void; reject: (error: Error) => void }[] = [];
  const shared = new SharedLookup<string>(
    (key) => new Promise((resolve, reject) => asked.push({ key, resolve, reject })),
  );
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  return { shared, asked, settled };
}

test('those who come while a question is under way wait together for the next', async () => {
  const { shared, asked, settled } = lookup();
  const first = shared.get('a');
  const later = [shared.get('a'), shared.get('a'), shared.get('a')];
  expect(asked).toHaveLength(1);
  asked[0]?.resolve('before the change');
  expect(await first).toBe('before the change');
  await settled();
  expect(asked).toHaveLength(2);
  asked[1]?.resolve('after the change');
  expect(await Promise.all(later)).toEqual(Array(3).fill('after the change'));
});

test('different keys do not wait for each other', async () => {
  const { shared, asked } = lookup();
  const both = [shared.get('a'), shared.get('b')];
  expect(asked.map(({ key }) => key)).toEqual(['a', 'b']);
  for (const { key, resolve } of asked) resolve(key);
  expect(await Promise.all(both)).toEqual(['a', 'b']);
});

test('a failure is for those who asked; the next question is asked anew', async () => {
  const { shared, asked, settled } = lookup();
  const first = shared.get('a');
  const second = shared.get('a');
  asked[0]?.reject(new Error('away'));
  await expect(first).rejects.toThrow('away');
  await settled();
  asked[1]?.resolve('back');
  expect(await second).toBe('back');
});
