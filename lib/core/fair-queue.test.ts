import { describe, expect, test } from 'vitest';
import { FairQueue, type FairQueueLimits } from '#/lib/core/fair-queue.ts';

/** A queue, work that ends on demand, and what has started so far. */
function setUp(limits: FairQueueLimits) {
  const turns = new FairQueue(limits);
  const startedTasks: string[] = [];
  const ends = new Map<string, () => void>();
  const request = (tenant: string, name: string) =>
    turns.run(
      tenant,
      () => {
        startedTasks.push(name);
        return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
      },
      () => new Error(`no room for ${name}`),
    );
  const rest = () => new Promise<void>((resolve) => setImmediate(resolve));
  const end = async (name: string) => {
    ends.get(name)?.();
    await rest();
  };
  return { turns, begun: startedTasks, request, end, rest };
}

describe('slots', () => {
  test('go to tenants round robin, however much one of them requests', async () => {
    const { begun, request, end, rest } = setUp({ atOnce: 2, perTenant: 1, mostWaiting: 20 });
    for (const name of ['a1', 'a2', 'a3']) void request('a', name);
    for (const name of ['b1', 'b2']) void request('b', name);
    void request('c', 'c1');
    await rest();
    expect(begun).toEqual(['a1', 'b1']);
    await end('a1');
    expect(begun.slice(2)).toEqual(['c1']);
    await end('b1');
    expect(begun.slice(3)).toEqual(['a2']);
    await end('c1');
    expect(begun.slice(4)).toEqual(['b2']);
    await end('a2');
    expect(begun.slice(5)).toEqual(['a3']);
  });

  test('are denied to a tenant with too many waiting, and to no other', async () => {
    const { begun, request, end, rest } = setUp({ atOnce: 2, perTenant: 1, mostWaiting: 1 });
    void request('a', 'a1');
    void request('a', 'a2');
    await expect(request('a', 'a3')).rejects.toThrow('no room for a3');
    void request('b', 'b1');
    await rest();
    expect(begun).toEqual(['a1', 'b1']);
    await end('a1');
    expect(begun).toEqual(['a1', 'b1', 'a2']);
  });

  test('without waiting: work over the limit of a tenant, or of all, is rejected at once', async () => {
    const { request, end } = setUp({ atOnce: 3, perTenant: 2, mostWaiting: 0 });
    const first = request('a', 'a1');
    void request('a', 'a2');
    await expect(request('a', 'a3')).rejects.toThrow('no room');
    void request('b', 'b1');
    await expect(request('c', 'c1')).rejects.toThrow('no room');
    await end('a1');
    expect(await first).toBe('a1');
    void request('c', 'c2');
    await expect(request('a', 'a4')).rejects.toThrow('no room');
  });

  test('are freed even when the work fails', async () => {
    const turns = new FairQueue({ atOnce: 1, perTenant: 1, mostWaiting: 0 });
    const rejection = () => new Error('no room');
    await expect(turns.run('a', () => Promise.reject(new Error('failed')), rejection)).rejects.toThrow('failed');
    expect(await turns.run('a', async () => 'done', rejection)).toBe('done');
  });
});
