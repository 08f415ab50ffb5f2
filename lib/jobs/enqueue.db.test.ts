import { beforeAll, expect, test } from 'vitest';
import { transaction } from '#/lib/context/transaction.ts';
import { enqueue, stopSending } from '#/lib/jobs/enqueue.ts';
import { SEND_MAIL } from '#/lib/jobs/mail.ts';
import { testWorld, type World } from '#/test/world.ts';

let world: World;
beforeAll(async () => {
  world = await testWorld();
  world.database.onClose(() => stopSending(world.db));
});

const jobs = async () =>
  (await world.database.pool.query('select name, data, retry_limit, state from pgboss.job order by data::text')).rows;

test('a web process that starts before any worker creates the queue, however many calls run at once', async () => {
  const people = await Promise.all(Array.from({ length: 10 }, () => world.member()));
  const mail = (n: number) => ({ to: `p${n}@acme.dev`, subject: 'Hello', text: '' });
  await Promise.all(people.map((ctx, n) => transaction(ctx, (inner) => enqueue(inner, SEND_MAIL, mail(n)))));
  const queued = await jobs();
  expect(queued.map(({ data }) => data.to)).toEqual(people.map((_, n) => `p${n}@acme.dev`));
  expect(queued[0]).toMatchObject({ name: 'send-mail', retry_limit: SEND_MAIL.retryLimit, state: 'created' });
});

test('the queue works again after it was stopped', async () => {
  await stopSending(world.db);
  await stopSending(world.db);
  const ctx = await world.member();
  const before = (await jobs()).length;
  await transaction(ctx, (inner) => enqueue(inner, SEND_MAIL, { to: 'z@acme.dev', subject: 'Hello', text: '' }));
  expect(await jobs()).toHaveLength(before + 1);
});
