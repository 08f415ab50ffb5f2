import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { InFlight, OriginQueues } from '#/lib/engine/queues/origin-queues.ts';
import { claim } from '#/test/engine/claim.ts';

const ROOMY = { total: 100, perWorkspace: 100, perOrigin: 100 };
const of = (workspaceId: string) => claim({ workspaceId });

/** Takes alarms that may be sent, as the dispatcher does: what is taken is in flight. */
function takeAll(queues: OriginQueues, inFlight: InFlight) {
  const claims: { workspaceId: string; origin: string; id: string }[] = [];
  for (let next = queues.take(); next; next = queues.take()) {
    inFlight.add(next.claim.workspaceId, next.origin);
    claims.push({ workspaceId: next.claim.workspaceId, origin: next.origin, id: next.claim.id });
  }
  return claims;
}

describe('fair queues', () => {
  test('serve workspaces round robin, so that a flood of one does not delay an alarm of another', () => {
    const inFlight = new InFlight(ROOMY);
    const queues = new OriginQueues(inFlight);
    for (let n = 0; n < 5; n++) queues.add(of('herd'), 'a');
    queues.add(of('small'), 'b');
    queues.add(of('tiny'), 'c');
    expect(takeAll(queues, inFlight).map(({ workspaceId }) => workspaceId)).toEqual([
      'herd',
      'small',
      'tiny',
      'herd',
      'herd',
      'herd',
      'herd',
    ]);
  });

  test('serve receivers of one workspace round robin, too', () => {
    const inFlight = new InFlight(ROOMY);
    const queues = new OriginQueues(inFlight);
    for (const origin of ['a', 'a', 'a', 'b', 'c', 'b']) queues.add(of('one'), origin);
    expect(takeAll(queues, inFlight).map(({ origin }) => origin)).toEqual(['a', 'b', 'c', 'a', 'b', 'a']);
  });

  test('skip a workspace that has enough in flight when only those with few may be served', () => {
    const inFlight = new InFlight(ROOMY);
    const queues = new OriginQueues(inFlight);
    queues.add(of('busy'), 'a');
    queues.add(of('idle'), 'a');
    inFlight.add('busy', 'b');
    expect(queues.take(1)?.claim.workspaceId).toBe('idle');
    expect(queues.take(1)).toBeNull();
    expect(queues.hasReady).toBe(true);
    expect(queues.take()?.claim.workspaceId).toBe('busy');
  });
});

describe('a queue at a limit', () => {
  test('leaves other workspaces as many slots of a receiver as its own workspace has there', () => {
    const inFlight = new InFlight({ ...ROOMY, perOrigin: 4 });
    const queues = new OriginQueues(inFlight);
    for (let n = 0; n < 9; n++) queues.add(of('one'), 'a');
    expect(takeAll(queues, inFlight)).toHaveLength(4);
    for (let n = 0; n < 9; n++) queues.add(of('two'), 'a');
    expect(takeAll(queues, inFlight)).toHaveLength(2);
    for (let n = 0; n < 9; n++) queues.add(of('three'), 'a');
    expect(takeAll(queues, inFlight)).toHaveLength(1);
    inFlight.remove('one', 'a');
    queues.wake('one', 'a');
    expect(takeAll(queues, inFlight).map(({ workspaceId }) => workspaceId)).not.toContain('one');
  });

  test('is held, and continues when an attempt at its receiver has ended', () => {
    const inFlight = new InFlight({ ...ROOMY, perOrigin: 1 });
    const queues = new OriginQueues(inFlight);
    queues.add(of('one'), 'a');
    queues.add(of('one'), 'a');
    expect(takeAll(queues, inFlight)).toHaveLength(1);
    expect([queues.hasReady, queues.waiting]).toEqual([false, 1]);
    inFlight.remove('one', 'a');
    queues.wake('one', 'a');
    expect(takeAll(queues, inFlight)).toHaveLength(1);
  });

  test('marks the alarms it held up as held, and no later ones', () => {
    const inFlight = new InFlight({ ...ROOMY, perOrigin: 1 });
    const queues = new OriginQueues(inFlight);
    const takeOne = () => {
      const held = queues.take()?.claim.wasHeld;
      if (held !== undefined) inFlight.add('one', 'a');
      return held;
    };
    const end = () => {
      inFlight.remove('one', 'a');
      queues.wake('one', 'a');
    };
    for (let n = 0; n < 2; n++) queues.add(of('one'), 'a');
    expect([takeOne(), takeOne()]).toEqual([false, undefined]);
    end();
    expect(takeOne()).toBe(true);
    end();
    queues.add(of('one'), 'a');
    expect(takeOne()).toBe(false);
  });

  test('is checked again when its workspace is below its limit, though another receiver’s attempt ended', () => {
    const inFlight = new InFlight({ ...ROOMY, perWorkspace: 1 });
    const queues = new OriginQueues(inFlight);
    queues.add(of('one'), 'a');
    queues.add(of('one'), 'b');
    expect(takeAll(queues, inFlight).map(({ origin }) => origin)).toEqual(['a']);
    inFlight.remove('one', 'a');
    queues.wake('one', 'a');
    expect(takeAll(queues, inFlight).map(({ origin }) => origin)).toEqual(['b']);
  });

  test('that was emptied leaves nothing behind when it is woken up', () => {
    const inFlight = new InFlight({ ...ROOMY, perOrigin: 1 });
    const queues = new OriginQueues(inFlight);
    const [first, second] = [of('one'), of('one')];
    queues.add(first, 'a');
    queues.add(second, 'a');
    takeAll(queues, inFlight);
    const [queue] = queues.all();
    expect(queues.empty(queue!)).toEqual([second]);
    queues.wake('one', 'a');
    expect([queues.take(), queues.waiting, [...queues.all()]]).toEqual([null, 0, []]);
  });
});

test('adding, taking, ending and releasing lose nothing, exceed no limit, and keep queues in order', () => {
  const name = fc.constantFrom('x', 'y', 'z');
  const step = fc.oneof(
    fc.record({ do: fc.constant('add' as const), workspace: name, origin: name }),
    fc.record({
      do: fc.constant('take' as const),
      below: fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined }),
    }),
    fc.record({ do: fc.constant('end' as const), which: fc.nat(20) }),
    fc.record({ do: fc.constant('empty' as const), which: fc.nat(8) }),
  );
  fc.assert(
    fc.property(
      fc.array(step, { maxLength: 120 }),
      fc.integer({ min: 1, max: 4 }),
      fc.integer({ min: 1, max: 4 }),
      run,
    ),
    { numRuns: 500 },
  );

  function run(
    steps: readonly (typeof step extends fc.Arbitrary<infer S> ? S : never)[],
    perWorkspace: number,
    perOrigin: number,
  ) {
    const inFlight = new InFlight({ total: 1_000, perWorkspace, perOrigin });
    const queues = new OriginQueues(inFlight);
    const waiting = new Map<string, string[]>();
    const going: { workspaceId: string; origin: string }[] = [];
    const count = (pick: 'workspaceId' | 'origin', name: string) => going.filter((one) => one[pick] === name).length;
    /** Takes one and checks it against the model; false when there was none. */
    const take = (below?: number): boolean => {
      const next = queues.take(below);
      if (!next) return false;
      const { workspaceId, id } = next.claim;
      expect(waiting.get(`${workspaceId} ${next.origin}`)?.shift()).toBe(id);
      if (below !== undefined) expect(inFlight.countOf(workspaceId)).toBeLessThan(below);
      inFlight.add(workspaceId, next.origin);
      going.push({ workspaceId, origin: next.origin });
      expect(count('workspaceId', workspaceId)).toBeLessThanOrEqual(perWorkspace);
      const ofPair = going.filter((one) => one.workspaceId === workspaceId && one.origin === next.origin).length;
      expect(ofPair).toBeLessThanOrEqual(perOrigin);
      if (ofPair > 1) expect(count('origin', next.origin)).toBeLessThanOrEqual(2 * perOrigin);
      return true;
    };
    const end = (which: number) => {
      const [ended] = going.splice(which % Math.max(1, going.length), 1);
      if (!ended) return;
      inFlight.remove(ended.workspaceId, ended.origin);
      queues.wake(ended.workspaceId, ended.origin);
    };
    for (const one of steps) {
      if (one.do === 'add') {
        // Workspaces and receivers are counted by name in one map, and no name is both.
        const [workspaceId, origin] = [`w${one.workspace}`, `o${one.origin}`];
        const alarm = of(workspaceId);
        queues.add(alarm, origin);
        waiting.set(`${workspaceId} ${origin}`, [...(waiting.get(`${workspaceId} ${origin}`) ?? []), alarm.id]);
      } else if (one.do === 'take') take(one.below);
      else if (one.do === 'end') end(one.which);
      else {
        const queue = [...queues.all()][one.which];
        if (!queue) continue;
        const key = `${queue.tenant} ${queue.origin}`;
        expect(queues.empty(queue).map(({ id }) => id)).toEqual(waiting.get(key));
        waiting.delete(key);
      }
      expect(queues.waiting).toBe([...waiting.values()].flat().length);
    }
    // Once everything in flight has ended, everything waiting is served: no queue is held forever.
    while (take() || going.length > 0) if (!take()) end(0);
    expect(queues.waiting).toBe(0);
    expect([...waiting.values()].flat()).toEqual([]);
  }
});
