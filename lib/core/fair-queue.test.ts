import { describe, expect, test } from 'vitest';
import { FairQueue, type FairQueueLimits } from '#/lib/core/fair-queue.ts';

/** Turns, pieces of work that end when told, and what has begun so far. */
function setUp(limits: FairQueueLimits) {
  const turns = new FairQueue(limits);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const ask = (tenant: string, name: string) =>
    turns.run(
      tenant,
      () => {
        begun.push(name);
        return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
      },
      () => new Error(`no room for ${name}`),
    );
  const rest = () => new Promise<void>((resolve) => setImmediate(resolve));
  const end = async (name: string) => {
    ends.get(name)?.();
    await rest();
  };
  return { turns, begun, ask, end, rest };
}

describe('turns', () => {
  test('go round the tenants, however much one of them asks for', async () => {
    const { begun, ask, end, rest } = setUp({ atOnce: 2, perTenant: 1, mostWaiting: 20 });
    for (const name of ['a1', 'a2', 'a3']) void ask('a', name);
    for (const name of ['b1', 'b2']) void ask('b', name);
    void ask('c', 'c1');
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

  test('are refused to a tenant that waits for too many, and to no other', async () => {
    const { begun, ask, end, rest } = setUp({ atOnce: 2, perTenant: 1, mostWaiting: 1 });
    void ask('a', 'a1');
    void ask('a', 'a2');
    await expect(ask('a', 'a3')).rejects.toThrow('no room for a3');
    void ask('b', 'b1');
    await rest();
    expect(begun).toEqual(['a1', 'b1']);
    await end('a1');
    expect(begun).toEqual(['a1', 'b1', 'a2']);
  });

  test('without waiting: what is over the limit of a tenant, or of all, is refused at once', async () => {
    const { ask, end } = setUp({ atOnce: 3, perTenant: 2, mostWaiting: 0 });
    const first = ask('a', 'a1');
    void ask('a', 'a2');
    await expect(ask('a', 'a3')).rejects.toThrow('no room');
    void ask('b', 'b1');
    await expect(ask('c', 'c1')).rejects.toThrow('no room');
    await end('a1');
    expect(await first).toBe('a1');
    void ask('c', 'c2');
    await expect(ask('a', 'a4')).rejects.toThrow('no room');
  });

  test('come free also when the work fails', async () => {
    const turns = new FairQueue({ atOnce: 1, perTenant: 1, mostWaiting: 0 });
    const rejection = () => new Error('no room');
    await expect(turns.run('a', () => Promise.reject(new Error('failed')), rejection)).rejects.toThrow('failed');
    expect(await turns.run('a', async () => 'done', rejection)).toBe('done');
  });
});
