import type { Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import type { Resolve } from '#/lib/webhooks/sending/guarded-lookup.ts';
import {
  closed,
  dialedAddresses,
  httpReceiver,
  PUBLIC,
  request,
  sender,
  senderOnSetClock,
  TIMEOUT_MS,
  tcpReceiver,
} from '#/test/webhooks/receiver.ts';

const OK = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok';

/** A receiver that holds back its responses until released, and the sockets they wait on. */
async function holdingBack() {
  const waiting: Socket[] = [];
  let wake: () => void = () => undefined;
  const receiver = await tcpReceiver((socket) => {
    socket.on('data', () => {
      waiting.push(socket);
      wake();
    });
  });
  /** Resolves when this many requests wait. */
  const holds = async (count: number) => {
    while (waiting.length < count) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
  const reply = () => {
    for (const socket of waiting.splice(0)) socket.write(OK);
  };
  return { ...receiver, waiting, holds, reply };
}

describe('connections', () => {
  test('are kept open and reused', async () => {
    const receiver = await httpReceiver();
    const outgoing = sender();
    for (let time = 0; time < 20; time += 1) await outgoing.send(request(receiver.url));
    expect(receiver.received).toHaveLength(20);
    expect(receiver.connections()).toBe(1);
  });

  test('are opened up to the limit, and no request is lost while waiting for one', async () => {
    const receiver = await httpReceiver();
    const outgoing = sender({ connectionsPerOrigin: 3 });
    const deliveries = await Promise.all(Array.from({ length: 200 }, () => outgoing.send(request(receiver.url))));
    expect(deliveries.every((delivery) => delivery.kind === 'responded')).toBe(true);
    expect(receiver.received).toHaveLength(200);
    expect(receiver.connections()).toBe(3);
  });

  test('carry one request at a time', async () => {
    const receiver = await holdingBack();
    const outgoing = sender({ connectionsPerOrigin: 2 });
    const deliveries = [1, 2, 3].map(() => outgoing.send(request(receiver.url)));
    await receiver.holds(2);
    expect(receiver.waiting).toHaveLength(2);
    receiver.reply();
    await receiver.holds(1);
    receiver.reply();
    for (const delivery of deliveries) expect(await delivery).toMatchObject({ kind: 'responded' });
    expect(receiver.connections()).toBe(2);
  });

  test('that the receiver closes after each response are reopened', async () => {
    const receiver = await httpReceiver((response) => response.setHeader('connection', 'close').end());
    const outgoing = sender({ connectionsPerOrigin: 1 });
    const deliveries = await Promise.all(Array.from({ length: 10 }, () => outgoing.send(request(receiver.url))));
    expect(deliveries.every((delivery) => delivery.kind === 'responded')).toBe(true);
    expect(receiver.connections()).toBe(10);
  });

  test('that were closed while idle are reopened without an error', async () => {
    const sockets: Socket[] = [];
    const receiver = await tcpReceiver((socket) => {
      sockets.push(socket);
      socket.on('data', () => socket.write(OK));
    });
    const outgoing = sender({ connectionsPerOrigin: 1 });
    await outgoing.send(request(receiver.url));
    const [first] = sockets as [Socket];
    first.end();
    await closed(first);
    expect(await outgoing.send(request(receiver.url))).toMatchObject({ kind: 'responded' });
    expect(receiver.connections()).toBe(2);
  });

  test('to a receiver that hangs do not delay another receiver', async () => {
    const hung = await holdingBack();
    const quick = await httpReceiver();
    const { outgoing, advance } = senderOnSetClock({ connectionsPerOrigin: 1 });
    const blocked = Promise.all(Array.from({ length: 50 }, () => outgoing.send(request(hung.url))));
    await hung.holds(1);
    // The response arrives while the clock stands still, so it has not waited for any of the others.
    expect(await outgoing.send(request(quick.url))).toMatchObject({ kind: 'responded' });
    advance(TIMEOUT_MS);
    expect((await blocked).every((delivery) => delivery.kind === 'timeout')).toBe(true);
  });

  test('of one tenant to a receiver that hangs leave another tenant its own to the same receiver', async () => {
    const receiver = await holdingBack();
    const outgoing = sender({ connectionsPerOrigin: 1 });
    const send = (tenant: string) => outgoing.send({ ...request(receiver.url), tenant });
    const one = [send('one'), send('one')];
    await receiver.holds(1);
    const two = send('two');
    await receiver.holds(2);
    expect(receiver.connections()).toBe(2);
    receiver.reply();
    expect(await two).toMatchObject({ kind: 'responded' });
    await receiver.holds(1);
    receiver.reply();
    for (const delivery of one) expect(await delivery).toMatchObject({ kind: 'responded' });
    expect(receiver.connections()).toBe(2);
  });

  test('are not opened for requests whose time ran out while they waited', async () => {
    const hung = await holdingBack();
    const dialed = dialedAddresses();
    const { outgoing, advance } = senderOnSetClock({ connectionsPerOrigin: 2 });
    const sent = Array.from({ length: 40 }, () => outgoing.send(request(hung.url)));
    await hung.holds(2);
    advance(TIMEOUT_MS);
    const deliveries = await Promise.all(sent);
    const unsent = deliveries.filter((delivery) => delivery.sentAtMs === null);
    expect(unsent).toHaveLength(38);
    expect(unsent[0]).toMatchObject({ kind: 'timeout', detail: expect.stringContaining('nothing was sent') });
    const next = outgoing.send(request(hung.url));
    await hung.holds(3);
    expect(dialed).toHaveLength(3);
    advance(TIMEOUT_MS);
    await next;
  });

  test('that never open are replaced by the next', async () => {
    const receiver = await httpReceiver();
    const connected = Promise.withResolvers<void>();
    const signals: AbortSignal[] = [];
    const resolve: Resolve = async (_hostname, { signal }) => {
      signals.push(signal);
      connected.resolve();
      return signals.length === 1 ? new Promise<never>(() => undefined) : [{ address: PUBLIC, family: 4 }];
    };
    const { outgoing, advance } = senderOnSetClock({ connectionsPerOrigin: 1, resolve });
    const url = `http://slow.example:${receiver.port}/`;
    const first = outgoing.send(request(url));
    await connected.promise;
    advance(TIMEOUT_MS);
    expect(await first).toMatchObject({ kind: 'timeout', sentAtMs: null });
    expect(await outgoing.send(request(url))).toMatchObject({ kind: 'responded' });
    // No request waits for the name anymore.
    expect(signals[0]).toMatchObject({ aborted: true });
  });

  test('work again after a receiver has failed', async () => {
    let healthy = false;
    const receiver = await tcpReceiver((socket) =>
      socket.on('data', () => (healthy ? socket.write(OK) : socket.destroy())),
    );
    const outgoing = sender({ connectionsPerOrigin: 2 });
    const failed = await Promise.all([1, 2, 3, 4].map(() => outgoing.send(request(receiver.url))));
    expect(failed.every((delivery) => delivery.kind === 'connection_reset')).toBe(true);
    healthy = true;
    const well = await Promise.all([1, 2, 3, 4].map(() => outgoing.send(request(receiver.url))));
    expect(well.every((delivery) => delivery.kind === 'responded')).toBe(true);
  });

  test('ten thousand requests that cannot be written fail one after the other', async () => {
    const receiver = await holdingBack();
    const outgoing = sender({ connectionsPerOrigin: 1 });
    const before = outgoing.send(request(receiver.url));
    const bad = request(receiver.url, { headers: { 'x y': 'z' } });
    const deliveries = Array.from({ length: 10_000 }, () => outgoing.send(bad));
    const after = outgoing.send(request(receiver.url));
    await receiver.holds(1);
    receiver.reply();
    expect((await Promise.all(deliveries)).every((delivery) => delivery.kind === 'protocol_error')).toBe(true);
    await receiver.holds(1);
    receiver.reply();
    for (const delivery of [before, after]) expect(await delivery).toMatchObject({ kind: 'responded' });
  });
});

describe('idle connections', () => {
  test('are closed after a while', async () => {
    const ends: Promise<unknown>[] = [];
    const receiver = await tcpReceiver((socket) => {
      ends.push(closed(socket));
      socket.on('data', () => socket.write(OK));
    });
    const outgoing = sender({ idleMs: 40 });
    await outgoing.send(request(receiver.url));
    await Promise.all(ends);
    expect(ends).toHaveLength(1);
    expect(await outgoing.send(request(receiver.url))).toMatchObject({ kind: 'responded' });
  });

  test('of the origin that was idle longest are closed when there are too many', async () => {
    const receivers = await Promise.all(
      [1, 2, 3].map(async () => {
        const sockets: Socket[] = [];
        const receiver = await tcpReceiver((socket) => {
          sockets.push(socket);
          socket.on('data', () => socket.write(OK));
        });
        return { ...receiver, sockets };
      }),
    );
    const outgoing = sender({ maxIdleOrigins: 2 });
    const [one, two, three] = receivers as [(typeof receivers)[0], (typeof receivers)[0], (typeof receivers)[0]];
    await outgoing.send(request(one.url));
    await outgoing.send(request(two.url));
    await outgoing.send(request(one.url));
    const end = closed(two.sockets[0] as Socket);
    await outgoing.send(request(three.url));
    await end;
    await outgoing.send(request(one.url));
    expect(receivers.map((receiver) => receiver.connections())).toEqual([1, 1, 1]);
  });
});

test('hundreds of origins leave few connections open', async () => {
  const open = new Set<Socket>();
  const receiver = await tcpReceiver((socket) => {
    open.add(socket.on('close', () => open.delete(socket)));
    socket.on('data', () => socket.write(OK));
  });
  const resolve = async () => [{ address: PUBLIC, family: 4 }];
  const outgoing = sender({ maxIdleOrigins: 10, resolve });
  for (let count = 0; count < 400; count += 1) {
    const delivery = await outgoing.send(request(`http://host-${count}.example:${receiver.port}/`));
    expect(delivery).toMatchObject({ kind: 'responded' });
  }
  expect(receiver.connections()).toBe(400);
  expect(open.size).toBeLessThan(30);
});

describe('closing', () => {
  test('lets what is in flight finish', async () => {
    const receiver = await holdingBack();
    const outgoing = sender({ connectionsPerOrigin: 1 });
    const deliveries = [1, 2].map(() => outgoing.send(request(receiver.url)));
    await receiver.holds(1);
    const closing = outgoing.close(60_000);
    receiver.reply();
    await receiver.holds(1);
    receiver.reply();
    await closing;
    for (const delivery of deliveries) expect(await delivery).toMatchObject({ kind: 'responded' });
  });

  test('cuts off what does not finish in time, wherever it is', async () => {
    const receiver = await holdingBack();
    const dialing = () => new Promise<never>(() => undefined);
    const outgoing = sender({ connectionsPerOrigin: 1, resolve: dialing });
    const sent = outgoing.send(request(receiver.url));
    const waiting = outgoing.send(request(receiver.url));
    const unopened = outgoing.send(request('http://slow.example/'));
    await receiver.holds(1);
    const gone = closed(receiver.waiting[0] as Socket);
    await outgoing.close(20);
    expect(await sent).toMatchObject({ kind: 'stopped', sentAtMs: expect.any(Number) });
    expect(await waiting).toMatchObject({ kind: 'stopped', sentAtMs: null });
    expect(await unopened).toMatchObject({ kind: 'stopped', sentAtMs: null });
    await gone;
  });

  test('rejects later requests, closes idle connections, and may be called twice', async () => {
    const ends: Promise<unknown>[] = [];
    const receiver = await tcpReceiver((socket) => {
      ends.push(closed(socket));
      socket.on('data', () => socket.write(OK));
    });
    const outgoing = sender();
    await outgoing.send(request(receiver.url));
    await Promise.all([outgoing.close(1_000), outgoing.close(0)]);
    await Promise.all(ends);
    expect(await outgoing.send(request(receiver.url))).toMatchObject({ kind: 'stopped', sentAtMs: null });
    expect(receiver.connections()).toBe(1);
  });
});
