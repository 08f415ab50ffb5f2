import { expect, test } from 'vitest';
import { inTurn } from '#/lib/accounts/in-turn.ts';

test("a person's work is done in the order it was asked for, one piece at a time", async () => {
  const heard: string[] = [];
  const gate = Promise.withResolvers<void>();
  const first = inTurn('maya', async () => {
    await gate.promise;
    heard.push('first');
  });
  const second = inTurn('maya', async () => heard.push('second'));
  await inTurn('tomas', async () => heard.push('other person'));
  gate.resolve();
  await Promise.all([first, second]);
  expect(heard).toEqual(['other person', 'first', 'second']);
});

test('work that fails does not stop what comes after it', async () => {
  const failed = inTurn('maya', () => Promise.reject(new Error('no')));
  const next = inTurn('maya', async () => 'done');
  await expect(failed).rejects.toThrow('no');
  expect(await next).toBe('done');
});
