import { expect, it } from 'vitest';
import { inOrder } from '#/lib/client/http/in-order.ts';

it('responses are delivered in the order of their requests', async () => {
  const ordered = inOrder();
  const first = Promise.withResolvers<string>();
  const received: string[] = [];
  const requested = [ordered(first.promise), ordered(Promise.resolve('second')), ordered(Promise.resolve('third'))].map(
    (response) => response.then((word) => received.push(word)),
  );
  await new Promise(setImmediate);
  expect(received).toEqual([]);
  first.resolve('first');
  await Promise.all(requested);
  expect(received).toEqual(['first', 'second', 'third']);
});

it('delivery continues after a rejected response, and only that one rejects', async () => {
  const ordered = inOrder();
  const [failed, fine] = [ordered(Promise.reject(new Error('offline'))), ordered(Promise.resolve('fine'))];
  await expect(failed).rejects.toThrow('offline');
  await expect(fine).resolves.toBe('fine');
});
