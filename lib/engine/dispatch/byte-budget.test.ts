import { expect, test } from 'vitest';
import { ByteBudget, type HeldBytes } from '#/lib/engine/dispatch/byte-budget.ts';

/** A budget, and the grants so far, in order. */
function budgetOf(parts: { total: number; perTenant: number }) {
  const budget = new ByteBudget(parts);
  const granted: string[] = [];
  const held: HeldBytes[] = [];
  const take = (tenant: string, bytes: number) =>
    void budget.take(tenant, bytes).then((one) => {
      granted.push(tenant);
      held.push(one);
    });
  return { budget, granted, held, take, settled: () => new Promise((resolve) => setImmediate(resolve)) };
}

test('a tenant at its share waits, and another one does not wait for it', async () => {
  const { budget, granted, take, settled } = budgetOf({ total: 100, perTenant: 50 });
  for (const tenant of ['large', 'large', 'large', 'small']) take(tenant, 25);
  await settled();
  expect(granted).toEqual(['large', 'large', 'small']);
  expect(budget.held).toBe(75);
});

test('released bytes go to waiting requests, tenants round robin', async () => {
  const { budget, granted, held, take, settled } = budgetOf({ total: 100, perTenant: 100 });
  take('first', 100);
  for (const tenant of ['a', 'a', 'a', 'b', 'c']) take(tenant, 25);
  await settled();
  expect(granted).toEqual(['first']);
  held[0]?.release();
  await settled();
  expect(granted.slice(1)).toEqual(['a', 'b', 'c', 'a']);
  expect(budget.held).toBe(100);
});

test('a body smaller than requested makes room at once', async () => {
  const { budget, granted, held, take, settled } = budgetOf({ total: 100, perTenant: 100 });
  take('a', 90);
  take('b', 50);
  await settled();
  held[0]?.resize(10);
  await settled();
  expect(granted).toEqual(['a', 'b']);
  expect(budget.held).toBe(60);
});

test('a request larger than the share, or than the budget, is granted when nothing else of its tenant, or of anyone, is held', async () => {
  const { budget, granted, held, take, settled } = budgetOf({ total: 100, perTenant: 50 });
  take('a', 80);
  take('b', 200);
  await settled();
  expect(granted).toEqual(['a']);
  held[0]?.release();
  await settled();
  expect(granted).toEqual(['a', 'b']);
  held[1]?.release();
  expect(budget.held).toBe(0);
});

test('nothing overtakes what waits for the same tenant', async () => {
  const { granted, held, take, settled } = budgetOf({ total: 1_000, perTenant: 50 });
  take('a', 40);
  take('a', 30);
  take('a', 5);
  await settled();
  expect(granted).toEqual(['a']);
  held[0]?.release();
  await settled();
  expect(granted).toEqual(['a', 'a', 'a']);
});
