import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  type BrokerConnection,
  BrokerError,
  type BrokerKind,
  type IncomingMessage,
} from '#/lib/bridge/adapters/broker-connection.ts';
import { openBroker } from '#/lib/bridge/adapters/open-broker.ts';
import { newId } from '#/lib/core/ids.ts';
import { parseAllowList } from '#/lib/url-guard/url-guard.ts';
import type { TestBroker } from '#/test/brokers/broker-process.ts';
import { eventually } from '#/test/eventually.ts';

const ALLOWED = parseAllowList('127.0.0.0/8');
const WAIT_MS = 5_000;
const BIG_BYTES = 300_000;
/** Larger than one NATS request may be. */
const TOO_LARGE_BYTES = 6_000_000;

/**
 * What the bridge relies on from every kind of broker. `reclaims`: unacknowledged messages have to be reclaimed, else
 * the broker redelivers them.
 */
export function brokerContract(
  kind: BrokerKind,
  start: () => Promise<TestBroker>,
  { reclaims }: { reclaims: boolean },
) {
  describe(`A connection to ${kind}`, () => {
    let broker: TestBroker;
    const open = new Set<BrokerConnection>();
    const signal = new AbortController().signal;

    /**
     * Not created when the broker has just started: RabbitMQ 3.10 may lose a queue that is milliseconds old when it is
     * killed.
     */
    const lasting = `lasting-${newId()}`;

    beforeAll(async () => {
      broker = await start();
      await eventually(() => connect().consume(lasting, { most: 1, waitMs: 0 }));
    });
    afterEach(async () => {
      await Promise.all([...open].map((connection) => connection.close()));
      open.clear();
    });
    afterAll(() => broker.stop());

    const connect = (url = broker.url, allowed = ALLOWED) => {
      const connection = openBroker({ kind, url, workspaceId: newId(), allowed });
      open.add(connection);
      return connection;
    };
    const target = () => `events-${newId()}`;
    const publishAll = (connection: BrokerConnection, to: string, bodies: readonly string[]) =>
      Promise.all(bodies.map((body) => connection.publish({ target: to, id: newId(), body }, signal)));
    /** Consumes until there are this many. */
    const take = async (connection: BrokerConnection, from: string, count: number) => {
      const found = [];
      while (found.length < count) found.push(...(await connection.consume(from, { most: count, waitMs: WAIT_MS })));
      return found;
    };
    /** Redelivered messages, in whichever way this broker redelivers them, one after the other. */
    const again = async (connection: BrokerConnection, from: string, count: number) => {
      const found = new Map<string, IncomingMessage>();
      return eventually(async () => {
        const messages = [
          ...(await connection.reclaim(from, { most: count, idleMs: 0 })),
          ...(await connection.consume(from, { most: count, waitMs: 0 })),
        ];
        for (const message of messages) if (!found.has(message.body)) found.set(message.body, message);
        expect(found.size).toBe(count);
        return [...found.values()];
      });
    };

    test('delivers what it has confirmed, in order, to a consumer that connects later', async () => {
      const [to, bodies] = [target(), Array.from({ length: 50 }, (_, at) => `{"at":${at}}`)];
      const connection = connect();
      // A queue must exist before it can store anything.
      expect(await connection.consume(to, { most: 10, waitMs: 0 })).toEqual([]);
      await publishAll(connect(), to, bodies);
      const messages = await take(connection, to, 50);
      expect(messages.map(({ body }) => body)).toEqual(bodies);
      expect(messages.every(({ deliveries }) => deliveries === 1)).toBe(true);
      expect(new Set(messages.map(({ token }) => token)).size).toBe(50);
    });

    test('keeps messages published to a target without a consumer so far', async () => {
      const to = target();
      await publishAll(connect(), to, ['{}']);
      expect(await take(connect(), to, 1)).toMatchObject([{ body: '{}' }]);
    });

    test('returns at most as many messages as requested', async () => {
      const [to, connection] = [target(), connect()];
      await publishAll(connection, to, ['1', '2', '3']);
      expect(await connection.consume(to, { most: 2, waitMs: WAIT_MS })).toHaveLength(2);
    });

    test('waits for the first message', async () => {
      const [to, connection] = [target(), connect()];
      await connection.consume(to, { most: 1, waitMs: 0 });
      const waiting = connection.consume(to, { most: 1, waitMs: 30_000 });
      await publishAll(connect(), to, ['{}']);
      expect(await waiting).toHaveLength(1);
    });

    test('does not redeliver acknowledged messages', async () => {
      const [to, first] = [target(), connect()];
      await publishAll(first, to, ['1', '2']);
      const messages = await take(first, to, 2);
      await first.ack(
        to,
        messages.map(({ token }) => token),
      );
      await first.close();
      await publishAll(connect(), to, ['3']);
      const second = connect();
      expect((await take(second, to, 1)).map(({ body }) => body)).toEqual(['3']);
      const reclaimed = await second.reclaim(to, { idleMs: 0, most: 10 });
      expect(reclaimed.map(({ body }) => body).filter((body) => body !== '3')).toEqual([]);
    });

    test('redelivers a message whose consumer is gone, and counts the delivery', async () => {
      const [to, gone] = [target(), connect()];
      await publishAll(gone, to, ['1', '2']);
      await take(gone, to, 2);
      await gone.close();
      const messages = await again(connect(), to, 2);
      expect(messages.map(({ body }) => body).sort()).toEqual(['1', '2']);
      expect(messages.every(({ deliveries }) => deliveries === 2)).toBe(true);
    });

    test('redelivers a message that was rejected', async () => {
      const [to, connection] = [target(), connect()];
      await publishAll(connection, to, ['1']);
      const [message] = await take(connection, to, 1);
      await connection.reject(to, [message?.token as string]);
      const [repeat] = await again(connection, to, 1);
      expect(repeat).toMatchObject({ body: '1', deliveries: 2 });
      await connection.ack(to, [repeat?.token as string]);
      await eventually(async () => expect(await connection.lag(to)).toBe(0));
    });

    test('does not give one message to two consumers', async () => {
      const [to, one, other] = [target(), connect(), connect()];
      for (const connection of [one, other]) await connection.consume(to, { most: 1, waitMs: 0 });
      const bodies = Array.from({ length: 20 }, (_, at) => String(at));
      await publishAll(connect(), to, bodies);
      const found: string[] = [];
      await eventually(async () => {
        for (const connection of [one, other]) {
          const messages = await connection.consume(to, { most: 5, waitMs: 0 });
          found.push(...messages.map(({ body }) => body));
        }
        expect(found).toHaveLength(20);
      });
      expect(new Set(found).size).toBe(20);
    });

    if (reclaims) {
      test('leaves messages to their consumer until they have been idle for long enough', async () => {
        const [to, connection] = [target(), connect()];
        await publishAll(connection, to, ['1']);
        await take(connection, to, 1);
        expect(await connect().reclaim(to, { idleMs: 3_600_000, most: 10 })).toEqual([]);
      });
    }

    test('returns the number of messages that are not yet acknowledged', async () => {
      const [to, connection] = [target(), connect()];
      await connection.consume(to, { most: 1, waitMs: 0 });
      expect(await connection.lag(to)).toBe(0);
      await publishAll(connection, to, ['1', '2', '3']);
      await eventually(async () => expect(await connection.lag(to)).toBe(3));
      const [message] = await connection.consume(to, { most: 1, waitMs: WAIT_MS });
      await connection.ack(to, [message?.token as string]);
      await eventually(async () => expect(await connection.lag(to)).toBe(2));
    });

    test('delivers a big message unchanged', async () => {
      const [to, connection] = [target(), connect()];
      const body = JSON.stringify({ text: 'ü'.repeat(BIG_BYTES) });
      await publishAll(connection, to, [body]);
      expect((await take(connection, to, 1)).map((message) => message.body)).toEqual([body]);
    });

    test('reports the size of a message that is too large, and continues with the next', async () => {
      const [to, connection] = [target(), connect()];
      for (const body of ['1', 'x'.repeat(TOO_LARGE_BYTES), '3']) await publishAll(connection, to, [body]);
      const messages = await take(connection, to, 3);
      expect(messages.map(({ body }) => body)).toEqual(['1', expect.stringContaining(`${TOO_LARGE_BYTES} bytes`), '3']);
      await connection.ack(
        to,
        messages.map(({ token }) => token),
      );
      await eventually(async () => expect(await connection.lag(to)).toBe(0));
    });

    test('leaves unhandled messages to other consumers', async () => {
      const [to, idle, busy] = [target(), connect(), connect()];
      await publishAll(
        busy,
        to,
        Array.from({ length: 2_000 }, (_, at) => String(at)),
      );
      expect(await take(idle, to, 1)).toHaveLength(1);
      const found = new Set<string>();
      while (found.size < 1_300) {
        const messages = await busy.consume(to, { most: 500, waitMs: WAIT_MS });
        for (const { body } of messages) found.add(body);
        await busy.ack(
          to,
          messages.map(({ token }) => token),
        );
      }
    });

    test('handles ten thousand messages at once', async () => {
      const [to, connection] = [target(), connect()];
      const bodies = Array.from({ length: 10_000 }, (_, at) => String(at));
      await publishAll(connection, to, bodies);
      const found = new Set<string>();
      while (found.size < bodies.length) {
        const messages = await connection.consume(to, { most: 1_000, waitMs: WAIT_MS });
        for (const { body } of messages) found.add(body);
        await connection.ack(
          to,
          messages.map(({ token }) => token),
        );
      }
      await eventually(async () => expect(await connection.lag(to)).toBe(0));
    });

    test('reports a wrong password without revealing it', async () => {
      const error = await connect(broker.wrongUrl).check().then(unexpected, caught);
      expect(error).toMatchObject({ code: 'auth_failed' });
      expect(error.message).not.toContain('another-password');
      const publishing = connect(broker.wrongUrl).publish({ target: target(), id: newId(), body: '{}' }, signal);
      expect(await publishing.then(unexpected, caught)).toMatchObject({ code: 'auth_failed' });
    });

    test('does not dial an address that is not allowed', async () => {
      for (const url of [broker.url, broker.url.replace('127.0.0.1', 'localhost')]) {
        const error = await connect(url, parseAllowList('')).check().then(unexpected, caught);
        expect(error).toMatchObject({ code: 'blocked_address' });
      }
    });

    test('connects to a host name', async () => {
      await connect(broker.url.replace('127.0.0.1', 'localhost')).check();
    });

    test('rejects a publish that is no longer awaited', async () => {
      const error = await connect()
        .publish({ target: target(), id: newId(), body: '{}' }, AbortSignal.abort())
        .then(unexpected, caught);
      expect(error).toMatchObject({ code: 'timeout' });
    });

    test('rejects everything once it is closed', async () => {
      const connection = connect();
      await connection.check();
      await connection.close();
      await connection.close();
      expect(await connection.check().then(unexpected, caught)).toMatchObject({ code: 'closed' });
    });

    test('fails while the broker is down and works when it is back, with what was confirmed', async () => {
      const [to, connection] = [lasting, connect()];
      await connection.consume(to, { most: 1, waitMs: 0 });
      await publishAll(connection, to, ['before']);
      await broker.kill();
      try {
        for (const attempt of [
          () => publishAll(connection, to, ['away']),
          () => connection.consume(to, { most: 1, waitMs: 0 }),
          () => connection.check(),
        ]) {
          expect(await attempt().then(unexpected, caught)).toMatchObject({ code: 'unreachable' });
        }
      } finally {
        await broker.restart();
      }
      await eventually(() => connection.check());
      // A listening broker is not always ready; an unconfirmed message may be there nevertheless.
      await eventually(() => publishAll(connection, to, ['after']));
      const bodies = new Set<string>();
      while (bodies.size < 2) for (const { body } of await take(connection, to, 1)) bodies.add(body);
      expect(bodies).toEqual(new Set(['before', 'after']));
    });
  });
}

function unexpected(): never {
  throw new Error('It did not reject.');
}

function caught(error: unknown): BrokerError {
  expect(error).toBeInstanceOf(BrokerError);
  return error as BrokerError;
}
