import { beforeAll, expect, test } from 'vitest';
import { connect, type Db, type Tx } from '#/lib/db/client.ts';
import { readTogether } from '#/lib/db/read-together.ts';
import { testWorld, type World } from '#/test/world.ts';

let world: World;
let two: Db;
let one: Db;

beforeAll(async () => {
  world = await testWorld();
  [two, one] = [2, 1].map((connections) => connect(world.database.url, connections)) as [Db, Db];
  world.database.onClose(() => Promise.all([two.$disconnect(), one.$disconnect()]));
  await world.db.$executeRaw`create table seen (n int)`;
});

type Seen = { pid: number; rows: number };

async function look(tx: Tx): Promise<Seen> {
  const found = await tx.$queryRaw<[Seen]>`select pg_backend_pid() as pid, (select count(*) from seen)::int as rows`;
  return found[0];
}

test('reads on two connections see no writes made between them', async () => {
  await world.db.$executeRaw`truncate seen`;
  const secondBegan = Promise.withResolvers<void>();
  const written = Promise.withResolvers<void>();
  const { first, second } = await readTogether(two, {
    first: async (tx) => {
      await secondBegan.promise;
      await world.db.$executeRaw`insert into seen values (1)`;
      written.resolve();
      return look(tx);
    },
    second: async (tx) => {
      secondBegan.resolve();
      await written.promise;
      return look(tx);
    },
  });
  expect([first.rows, second.rows]).toEqual([0, 0]);
  expect(second.pid).not.toBe(first.pid);
});

test('a single connection does every read when there is no other', async () => {
  const found = await readTogether(one, { first: look, second: look, third: look });
  expect(new Set(Object.values(found).map(({ pid }) => pid)).size).toBe(1);
  expect(Object.keys(found)).toEqual(['first', 'second', 'third']);
});

test('the first connection does every read, without an error, when there is no second', async () => {
  let started = 0;
  const transaction = (...args: Parameters<Db['$transaction']>) => {
    started += 1;
    return started === 1 ? two.$transaction(...args) : Promise.reject(new Error('no connection is free'));
  };
  const found = await readTogether({ $transaction: transaction } as unknown as Db, { first: look, second: look });
  expect([started, found.first.pid]).toEqual([2, found.second.pid]);
});

test('a read that fails ends all with its error, and releases both connections', async () => {
  const started: string[] = [];
  const both = Promise.withResolvers<void>();
  const reads = readTogether(two, {
    first: async (tx) => {
      started.push('first');
      await both.promise;
      return tx.$queryRaw`select * from nothing_of_this_name`;
    },
    second: async (tx) => {
      started.push('second');
      both.resolve();
      return tx.$queryRaw`select * from nothing_of_that_name`;
    },
    third: async () => started.push('third'),
  });
  await expect(reads).rejects.toThrow(/nothing_of_th(is|at)_name/);
  expect(started.toSorted()).toEqual(['first', 'second']);
  await expect(readTogether(two, { first: look, second: look })).resolves.toHaveProperty('second');
});

test('the first read’s error is not replaced by that of a second connection too late for its snapshot', async () => {
  const firstEnded = Promise.withResolvers<void>();
  const secondJoins = Promise.withResolvers<void>();
  /** The snapshot is requested in time, but the request arrives after the first transaction has ended. */
  const late = (tx: Tx) =>
    new Proxy(tx, {
      get: (target, name) =>
        name === '$executeRaw'
          ? async (...args: Parameters<Tx['$executeRaw']>) => {
              secondJoins.resolve();
              await firstEnded.promise;
              return target.$executeRaw(...args);
            }
          : Reflect.get(target, name),
    });
  let started = 0;
  const transaction = (work: (tx: Tx) => Promise<unknown>, options: object) => {
    started += 1;
    return started === 1
      ? two.$transaction(work, options).finally(firstEnded.resolve)
      : two.$transaction((tx) => work(late(tx)), options);
  };
  const reads = readTogether({ $transaction: transaction } as unknown as Db, {
    first: async () => {
      await secondJoins.promise;
      throw new Error('this one took too long');
    },
    second: look,
  });
  await expect(reads).rejects.toThrow('this one took too long');
});
