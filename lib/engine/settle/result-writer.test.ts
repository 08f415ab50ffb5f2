import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ResultWriter } from '#/lib/engine/settle/result-writer.ts';
import { published, type Settlement } from '#/lib/engine/settle/settlement.ts';
import { manyClaims, nowUs } from '#/test/engine/claim.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const away = () => Object.assign(new Error('terminating connection due to administrator command'), { code: '57P01' });
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const results = (count: number) => manyClaims(count).map((one) => published(one, nowUs()));

/** A result writer, and the batches that its database received. */
function resultWriterOn(database: (batch: readonly Settlement[]) => Promise<void> = async () => {}) {
  const requested: (readonly Settlement[])[] = [];
  const written: Settlement[] = [];
  const resultWriter = new ResultWriter({
    write: async (batch) => {
      requested.push(batch);
      await database(batch);
      written.push(...batch);
    },
  });
  const addAll = (all: Settlement[]) => {
    for (const one of all) resultWriter.add(one);
  };
  return { resultWriter, requested, written, addAll, sizes: () => requested.map((batch) => batch.length) };
}

describe('results are written', () => {
  test('a few milliseconds later, together with those that arrive meanwhile', async () => {
    const { resultWriter, sizes, addAll } = resultWriterOn();
    addAll(results(3));
    await pass(2);
    resultWriter.add(results(1)[0]!);
    expect(sizes()).toEqual([]);
    await pass(1);
    expect(sizes()).toEqual([4]);
  });

  test('at once when there are three hundred, and never more by one statement', async () => {
    const { sizes, addAll } = resultWriterOn();
    addAll(results(650));
    expect(sizes()).toEqual([300]);
    await pass(0);
    expect(sizes()).toEqual([300, 300, 50]);
  });

  test('by one statement after the other: those that arrive during one go with the next', async () => {
    const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const { sizes, addAll } = resultWriterOn(async () => gates.shift()?.promise);
    const [first] = gates;
    addAll(results(300));
    addAll(results(7));
    await pass(1_000);
    expect(sizes()).toEqual([300]);
    first!.resolve();
    await pass(0);
    expect(sizes()).toEqual([300, 7]);
  });
});

describe('while alarms that are due wait to be sent', () => {
  test('results wait, and are written as soon as none waits', async () => {
    const { resultWriter, sizes, addAll } = resultWriterOn();
    resultWriter.deferWhile(true);
    addAll(results(650));
    await pass(400);
    expect(sizes()).toEqual([]);
    resultWriter.deferWhile(false);
    await pass(3);
    expect(sizes()).toEqual([300, 300, 50]);
  });

  test('results wait for half a second at most, however many more alarms come', async () => {
    const { resultWriter, sizes, addAll } = resultWriterOn();
    for (let ms = 0; ms < 500; ms += 10) {
      resultWriter.deferWhile(true);
      addAll(results(10));
      await pass(10);
    }
    await pass(3);
    expect(sizes()).toEqual([300, 200]);
    addAll(results(300));
    await pass(0);
    expect(sizes()).toEqual([300, 200, 300]);
  });

  test('results wait again once no alarm waited in between', async () => {
    const { resultWriter, sizes, addAll } = resultWriterOn();
    resultWriter.deferWhile(true);
    await pass(600);
    resultWriter.deferWhile(false);
    resultWriter.deferWhile(true);
    addAll(results(300));
    await pass(400);
    expect(sizes()).toEqual([]);
    await pass(200);
    expect(sizes()).toEqual([300]);
  });

  test('a flush does not wait', async () => {
    const { resultWriter, written, addAll } = resultWriterOn();
    resultWriter.deferWhile(true);
    addAll(results(40));
    expect(await resultWriter.flush(1_000)).toBe(0);
    expect(written).toHaveLength(40);
  });
});

describe('while the database is down', () => {
  test('results are held in order, and written when it is back', async () => {
    let isAway = true;
    const { resultWriter, written, addAll } = resultWriterOn(async () => {
      if (isAway) throw away();
    });
    const all = results(500);
    addAll(all);
    await pass(5_000);
    expect(written).toEqual([]);
    expect(resultWriter.waiting).toBeGreaterThanOrEqual(200);
    isAway = false;
    await pass(250);
    expect(written).toEqual(all);
    expect([resultWriter.waiting, vi.getTimerCount()]).toEqual([0, 0]);
  });

  test('it gets at most four statements a second', async () => {
    const { requested, addAll } = resultWriterOn(() => Promise.reject(away()));
    addAll(results(1));
    await pass(1_003);
    expect(requested.length).toBeGreaterThanOrEqual(4);
    expect(requested.length).toBeLessThanOrEqual(5);
  });
});

describe('a result that the database rejects', () => {
  test('is dropped alone, and its neighbors are written', async () => {
    const all = results(5);
    const poison = all[2]!;
    const { resultWriter, written, addAll } = resultWriterOn(async (batch) => {
      if (batch.includes(poison)) throw new Error('no partition for this row');
    });
    addAll(all);
    await pass(10);
    expect(written).toEqual(all.filter((one) => one !== poison));
    expect(resultWriter.waiting).toBe(0);
    resultWriter.add(results(1)[0]!);
    await pass(10);
    expect(written).toHaveLength(5);
  });

  test('is dropped, and the rest is kept, when the database goes down in between', async () => {
    const all = results(4);
    let requested = 0;
    const { written, addAll } = resultWriterOn(async (batch) => {
      requested += 1;
      if (batch.length === 4) throw new Error('refused');
      if (requested === 3) throw away();
    });
    addAll(all);
    await pass(1_000);
    expect(new Set(written)).toEqual(new Set(all));
    expect(written).toHaveLength(4);
  });
});

describe('at a stop', () => {
  test('all waiting results are written at once', async () => {
    const { resultWriter, written, addAll } = resultWriterOn();
    addAll(results(450));
    expect(await resultWriter.flush(1_000)).toBe(0);
    expect(written).toHaveLength(450);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('results that can’t be written in time are dropped, and counted', async () => {
    const { resultWriter, addAll } = resultWriterOn(() => Promise.reject(away()));
    addAll(results(3));
    const flushed = resultWriter.flush(2_000);
    await pass(3_000);
    expect(await flushed).toBe(3);
  });

  test('a statement that never ends does not block it', async () => {
    const { resultWriter, addAll } = resultWriterOn(() => new Promise(() => {}));
    addAll(results(3));
    const flushed = resultWriter.flush(2_000);
    await pass(2_000);
    expect(await flushed).toBe(3);
  });

  test('without results it ends at once', async () => {
    expect(await resultWriterOn().resultWriter.flush(0)).toBe(0);
  });
});
