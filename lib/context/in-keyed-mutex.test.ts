import { expect, test } from 'vitest';
import { inKeyedMutex } from '#/lib/context/in-keyed-mutex.ts';

const client = {};

test("a person's work runs in the order it was requested, one task at a time", async () => {
  const received: string[] = [];
  const gate = Promise.withResolvers<void>();
  const first = inKeyedMutex(client, 'maya', async () => {
    await gate.promise;
    received.push('first');
  });
  const second = inKeyedMutex(client, 'maya', async () => received.push('second'));
  await inKeyedMutex(client, 'tomas', async () => received.push('other person'));
  gate.resolve();
  await Promise.all([first, second]);
  expect(received).toEqual(['other person', 'first', 'second']);
});

test('work that fails does not stop later work', async () => {
  const failed = inKeyedMutex(client, 'maya', () => Promise.reject(new Error('no')));
  const next = inKeyedMutex(client, 'maya', async () => 'done');
  await expect(failed).rejects.toThrow('no');
  expect(await next).toBe('done');
});

test('another client, as in another process, does not wait', async () => {
  const held = Promise.withResolvers<void>();
  const first = inKeyedMutex(client, 'maya', () => held.promise);
  expect(await inKeyedMutex({}, 'maya', async () => 'at once')).toBe('at once');
  held.resolve();
  await first;
});
