import { beforeAll, expect, test } from 'vitest';
import { coalescedNotify } from '#/lib/db/coalesced-notify.ts';
import { NotifyListener } from '#/lib/db/notify-listener.ts';
import { eventually } from '#/test/eventually.ts';
import { testWorld, type World } from '#/test/world.ts';

let world: World;
const received: string[] = [];

beforeAll(async () => {
  world = await testWorld();
  const line = new NotifyListener(world.database.url, { test_notifications: (payload) => received.push(payload) });
  await line.open();
  world.database.onClose(async () => line.close());
});

const most = coalescedNotify<number>({
  channel: 'test_notifications',
  coalesceMs: 1,
  join: Math.max,
  write: String,
  otherwise: 'nobody minds',
});

test('simultaneous notifications are sent as one, and a later one separately', async () => {
  for (const n of [3, 9, 4]) most(world.db, n);
  await eventually(() => expect(received).toEqual(['9']));
  most(world.db, 1);
  await eventually(() => expect(received).toEqual(['9', '1']));
});

test('a notification that can’t be sent is dropped, and the next is sent', async () => {
  const sent: unknown[] = [];
  const failing = {
    $executeRaw: (_: TemplateStringsArray, ...values: unknown[]) => {
      sent.push(values);
      return Promise.reject(new Error('no line'));
    },
  };
  most(failing, 5);
  await eventually(() => expect(sent).toEqual([['test_notifications', '5']]));
  most(failing, 6);
  await eventually(() => expect(sent).toHaveLength(2));
});
