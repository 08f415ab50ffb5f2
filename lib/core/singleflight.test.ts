import { expect, onTestFinished, test, vi } from 'vitest';
import { Singleflight } from '#/lib/core/singleflight.ts';

/** A lookup whose queries are resolved manually, in their order. */
function lookup(options?: { everyMs: number }) {
  const requests: { key: string; resolve: (response: string) => void; reject: (error: Error) => void }[] = [];
  const shared = new Singleflight<string>(
    (key) => new Promise((resolve, reject) => requests.push({ key, resolve, reject })),
    options,
  );
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  return { shared, requests, settled };
}

function setTimeByHand() {
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
  });
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

test('lookups of a key start some time apart, so that more callers share one', async () => {
  setTimeByHand();
  const { shared, requests } = lookup({ everyMs: 2 });
  const first = shared.get('a');
  requests[0]?.resolve('first');
  expect(await first).toBe('first');
  const later = [shared.get('a')];
  await vi.advanceTimersByTimeAsync(1);
  later.push(shared.get('a'));
  expect(requests).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(requests).toHaveLength(2);
  // After a lookup that took that long, the next one starts at once.
  const last = shared.get('a');
  await vi.advanceTimersByTimeAsync(5);
  requests[1]?.resolve('second');
  expect(await Promise.all(later)).toEqual(['second', 'second']);
  await vi.advanceTimersByTimeAsync(0);
  expect(requests).toHaveLength(3);
  requests[2]?.resolve('third');
  expect(await last).toBe('third');
});

test('a caller alone does not wait', async () => {
  setTimeByHand();
  const { shared, requests } = lookup({ everyMs: 2 });
  for (let n = 0; n < 3; n += 1) {
    const found = shared.get('a');
    expect(requests).toHaveLength(n + 1);
    requests[n]?.resolve(`${n}`);
    expect(await found).toBe(`${n}`);
    await vi.advanceTimersByTimeAsync(2);
  }
});
