import { expect, test } from 'vitest';
import { SharedPoll } from '#/lib/grpc/shared-poll.ts';

/** A poll whose waits end on demand, and the reads that it has made. */
function newPoll() {
  let now = 'up';
  let looks = 0;
  let waits: (() => void)[] = [];
  const look = async () => {
    looks += 1;
    return now;
  };
  const wait = () => new Promise<void>((resolve) => waits.push(resolve));
  const poll = new SharedPoll({ read: look, wait });
  return {
    poll,
    looks: () => looks,
    waiting: () => waits.length,
    becomes: (value: string) => {
      now = value;
      const over = waits;
      waits = [];
      for (const end of over) end();
    },
  };
}

const settle = () => new Promise(setImmediate);

/** What a watcher receives, and how it leaves. */
function watcherOf(poll: SharedPoll<string>) {
  const leaving = new AbortController();
  const received: string[] = [];
  const read = async () => {
    for await (const value of poll.watch(leaving.signal)) received.push(value);
  };
  return { received, ended: read(), leave: () => leaving.abort() };
}

test('One read serves all watchers, and each receives a change once.', async () => {
  const { poll, looks, waiting, becomes } = newPoll();
  const watchers = Array.from({ length: 5 }, () => watcherOf(poll));
  await settle();
  expect([looks(), waiting()]).toEqual([1, 1]);
  becomes('up');
  await settle();
  becomes('down');
  await settle();
  expect(looks()).toBe(3);
  expect(watchers.map(({ received }) => received)).toEqual(Array(5).fill(['up', 'down']));
});

test('A later watcher receives the last value.', async () => {
  const { poll, looks, becomes } = newPoll();
  const first = watcherOf(poll);
  await settle();
  becomes('down');
  await settle();
  const second = watcherOf(poll);
  await settle();
  expect([first.received, second.received, looks()]).toEqual([['up', 'down'], ['down'], 2]);
});

test('Nothing is read without watchers, and the next one receives the value at that time.', async () => {
  const { poll, looks, becomes } = newPoll();
  const first = watcherOf(poll);
  await settle();
  first.leave();
  await first.ended;
  becomes('down');
  await settle();
  expect(looks()).toBe(1);
  const second = watcherOf(poll);
  await settle();
  expect([second.received, looks()]).toEqual([['down'], 2]);
});

test('A failed read ends all watchers, and the next one reads again.', async () => {
  let fails = true;
  const look = async () => {
    if (fails) throw new Error('away');
    return 'up';
  };
  const poll = new SharedPoll({ read: look, wait: () => Promise.withResolvers<void>().promise });
  const [one, two] = [watcherOf(poll), watcherOf(poll)];
  await expect(one.ended).rejects.toThrow('away');
  await expect(two.ended).rejects.toThrow('away');
  fails = false;
  const three = watcherOf(poll);
  await settle();
  expect(three.received).toEqual(['up']);
});

/** A watcher that receives one value, and then reads no more. */
async function notReading(poll: SharedPoll<string>): Promise<void> {
  expect(await poll.watch(new AbortController().signal).next()).toMatchObject({ value: 'up' });
}

test('A watcher that reads no more does not leave an old value to the next one.', async () => {
  const { poll, becomes } = newPoll();
  await notReading(poll);
  for (const value of ['down', 'up', 'down']) {
    await settle();
    becomes(value);
  }
  await settle();
  const next = watcherOf(poll);
  await settle();
  expect(next.received).toEqual(['down']);
});

test('A read that fails while no watcher reads does not fail the next watcher.', async () => {
  let fails = false;
  const look = async () => {
    if (fails) throw new Error('away');
    return 'up';
  };
  const waits: (() => void)[] = [];
  const poll = new SharedPoll({ read: look, wait: () => new Promise<void>((resolve) => waits.push(resolve)) });
  await notReading(poll);
  await settle();
  fails = true;
  waits.shift()?.();
  await settle();
  fails = false;
  const next = watcherOf(poll);
  await settle();
  expect(next.received).toEqual(['up']);
});
