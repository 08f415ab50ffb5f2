import { type ChannelModel, connect as connectTo } from 'amqplib';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { BrokerConnection, IncomingMessage } from '#/lib/bridge/adapters/broker-connection.ts';
import { openBroker } from '#/lib/bridge/adapters/open-broker.ts';
import { newId } from '#/lib/core/ids.ts';
import { parseAllowList } from '#/lib/url-guard/url-guard.ts';
import type { TestBroker } from '#/test/brokers/broker-process.ts';
import { startRabbitMqServer } from '#/test/brokers/rabbitmq-server.ts';
import { eventually } from '#/test/eventually.ts';

const WAIT_MS = 5_000;
/** RabbitMQ starts in ten seconds, and in minutes on a machine with much other work. */
const START_MS = 300_000;

let broker: TestBroker;
let admin: ChannelModel;
const open = new Set<BrokerConnection>();

beforeAll(async () => {
  broker = await startRabbitMqServer();
  admin = await connectTo(broker.url);
}, START_MS);
afterEach(async () => {
  await Promise.all([...open].map((connection) => connection.close()));
  open.clear();
});
afterAll(async () => {
  await admin.close();
  await broker.stop();
});

function connect(): BrokerConnection {
  const allowed = parseAllowList('127.0.0.0/8');
  const connection = openBroker({ kind: 'rabbitmq', url: broker.url, workspaceId: newId(), allowed });
  open.add(connection);
  return connection;
}

const publish = (connection: BrokerConnection, target: string, body: string) =>
  connection.publish({ target, id: newId(), body }, AbortSignal.timeout(WAIT_MS));

async function next(connection: BrokerConnection, queue: string): Promise<IncomingMessage> {
  return eventually(async () => {
    const [message] = await connection.consume(queue, { most: 1, waitMs: WAIT_MS });
    expect(message).toBeDefined();
    return message as IncomingMessage;
  });
}

test('Deliveries of a classic queue are counted, which does not count them itself', async () => {
  const [queue, connection] = [`classic-${newId()}`, connect()];
  const channel = await admin.createChannel();
  await channel.assertQueue(queue, { durable: true, arguments: { 'x-queue-type': 'classic' } });
  // One is recognized by its id, the other by its content.
  await publish(connection, queue, 'with an id');
  channel.sendToQueue(queue, Buffer.from('without an id'));
  const counts = new Map<string, number[]>();
  for (let at = 0; at < 6; at += 1) {
    const message = await next(connection, queue);
    counts.set(message.body, [...(counts.get(message.body) ?? []), message.deliveries]);
    await connection.reject(queue, [message.token]);
  }
  expect(counts).toEqual(
    new Map([
      ['with an id', [1, 2, 3]],
      ['without an id', [1, 2, 3]],
    ]),
  );
});

test('A token of a lost channel does not settle a message of the next one', async () => {
  const [queue, connection] = [`replaced-${newId()}`, connect()];
  await publish(connection, queue, 'before');
  const old = await next(connection, queue);
  const channel = await admin.createChannel();
  await channel.deleteQueue(queue);
  // The queue is missing, which ends the connection.
  await expect(connection.lag(queue)).rejects.toMatchObject({ name: 'BrokerError' });
  await publish(connect(), queue, 'after');
  const fresh = await next(connection, queue);
  // RabbitMQ 3.10 may have delivered it to the consumer of the lost channel before.
  expect(fresh.body).toBe('after');
  expect(fresh.token).not.toBe(old.token);
  await connection.ack(queue, [old.token]);
  expect(await connection.lag(queue)).toBe(1);
  await connection.ack(queue, [fresh.token]);
  await eventually(async () => expect(await connection.lag(queue)).toBe(0));
});

test.each(['quorum', 'classic'])(
  'A %s queue that is deleted and created again is consumed from again',
  async (type) => {
    const [queue, connection] = [`recreated-${newId()}`, connect()];
    const channel = await admin.createChannel();
    const create = () => channel.assertQueue(queue, { durable: true, arguments: { 'x-queue-type': type } });
    await create();
    await publish(connection, queue, 'before');
    const old = await next(connection, queue);
    const waiting = connection.consume(queue, { most: 1, waitMs: WAIT_MS });
    await Promise.all([channel.deleteQueue(queue), expect(waiting).rejects.toThrow(/queue was deleted/)]);
    await create();
    await publish(connect(), queue, 'after');
    // Like the bridge: it consumes, requests the lag now and then, and retries after an error.
    await eventually(async () => {
      const messages = await connection.consume(queue, { most: 1, waitMs: 0 });
      await connection.lag(queue);
      expect(messages).toMatchObject([{ body: 'after' }]);
      await connection.ack(queue, [old.token, ...messages.map(({ token }) => token)]);
    });
    await eventually(async () => expect(await connection.lag(queue)).toBe(0));
    // It has one consumer.
    expect((await channel.checkQueue(queue)).consumerCount).toBe(1);
  },
);
