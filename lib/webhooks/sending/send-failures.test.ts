import { describe, expect, test } from 'vitest';
import { EXPIRED_CERTIFICATE, TEST_CERTIFICATE, TEST_KEY } from '#/test/webhooks/certificate.ts';
import {
  closed,
  httpReceiver,
  PUBLIC,
  request,
  sender,
  senderOnSetClock,
  TIMEOUT_MS,
  tcpReceiver,
} from '#/test/webhooks/receiver.ts';

const OK = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok';

/** A receiver that responds to every request with these bytes. */
const responding = (bytes: string | Buffer) => tcpReceiver((socket) => socket.on('data', () => socket.write(bytes)));
/** The same, then hangs up. */
const hangingUp = (bytes: string | Buffer) => tcpReceiver((socket) => socket.once('data', () => socket.end(bytes)));

describe('a connection that can’t be opened', () => {
  test('because nothing listens', async () => {
    const receiver = await httpReceiver();
    receiver.close();
    expect(await sender().send(request(receiver.url))).toEqual({
      kind: 'connection_refused',
      detail: 'Nothing is listening at this address and port.',
      address: PUBLIC,
      sentAtMs: null,
      durationMs: expect.any(Number),
    });
  });

  test('because the name does not exist', async () => {
    const resolve = () => Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' }));
    expect(await sender({ resolve }).send(request('http://nowhere.example/'))).toMatchObject({
      kind: 'dns_failed',
      detail: 'The host name doesn’t exist.',
      sentAtMs: null,
    });
  });

  test.each([
    ['the name server fails', () => Promise.reject(Object.assign(new Error('no'), { code: 'ESERVFAIL' }))],
    ['the name has no address', async () => []],
    [
      'the resolver itself is broken',
      () => {
        throw new Error('broken');
      },
    ],
  ])('because %s', async (_why, resolve) => {
    const delivery = await sender({ resolve }).send(request('http://nowhere.example/'));
    expect(delivery).toMatchObject({ kind: 'dns_failed', sentAtMs: null, address: null });
  });

  test('because the name server never answers', async () => {
    const connected = Promise.withResolvers<void>();
    const resolve = () => {
      connected.resolve();
      return new Promise<never>(() => undefined);
    };
    const { outgoing, advance } = senderOnSetClock({ resolve });
    const delivery = outgoing.send(request('http://nowhere.example/'));
    await connected.promise;
    advance(TIMEOUT_MS);
    expect(await delivery).toMatchObject({
      kind: 'timeout',
      sentAtMs: null,
      detail: expect.stringContaining('not open yet'),
    });
  });
});

describe('TLS', () => {
  const GOOD = { key: TEST_KEY, cert: TEST_CERTIFICATE };
  const resolve = async () => [{ address: PUBLIC, family: 4 }];

  test('to a receiver whose authority is trusted is a response, over one connection', async () => {
    const receiver = await httpReceiver(undefined, GOOD);
    const outgoing = sender({ ca: TEST_CERTIFICATE, resolve });
    for (const host of ['receiver.test', 'receiver.test', 'receiver.test.', PUBLIC]) {
      const delivery = await outgoing.send(request(`https://${host}:${receiver.port}/`));
      expect(delivery).toMatchObject({ kind: 'responded', status: 200, address: PUBLIC });
    }
    expect(receiver.connections()).toBe(3);
    expect(receiver.received[0]?.headers.host).toBe(`receiver.test:${receiver.port}`);
  });

  const bad = [
    ['unsigned', GOOD, undefined, 'receiver.test'],
    ['expired', { key: TEST_KEY, cert: EXPIRED_CERTIFICATE }, EXPIRED_CERTIFICATE, 'receiver.test'],
    ['of another name', GOOD, TEST_CERTIFICATE, 'other.test'],
  ] as const;
  test.each(bad)('with a certificate %s fails before anything is sent', async (_what, tls, ca, host) => {
    const receiver = await httpReceiver(undefined, tls);
    const outgoing = sender({ resolve, ...(ca ? { ca } : {}) });
    const delivery = await outgoing.send(request(`https://${host}:${receiver.port}/`));
    expect(delivery).toMatchObject({ kind: 'tls_failed', sentAtMs: null, address: PUBLIC });
    expect(receiver.received).toEqual([]);
  });

  test('with a receiver that speaks plain HTTP fails', async () => {
    const { port } = await httpReceiver();
    expect(await sender().send(request(`https://${PUBLIC}:${port}/`))).toMatchObject({ kind: 'tls_failed' });
  });

  test('with a receiver that hangs up during the handshake fails', async () => {
    const { port } = await tcpReceiver((socket) => socket.once('data', () => socket.destroy()));
    expect(await sender().send(request(`https://${PUBLIC}:${port}/`))).toMatchObject({ kind: 'tls_failed' });
  });

  test('with a receiver that never shakes hands runs out of time', async () => {
    const ends: Promise<void>[] = [];
    const greeted = Promise.withResolvers<void>();
    const { port } = await tcpReceiver((socket) => {
      ends.push(closed(socket));
      socket.on('data', () => greeted.resolve());
    });
    const { outgoing, advance } = senderOnSetClock();
    const delivery = outgoing.send(request(`https://${PUBLIC}:${port}/`));
    await greeted.promise;
    advance(TIMEOUT_MS);
    expect(await delivery).toMatchObject({ kind: 'timeout', sentAtMs: null, address: PUBLIC });
    await Promise.all(ends);
    expect(ends).toHaveLength(1);
  });
});

describe('a receiver that hangs', () => {
  test('up without a response counts as a reset, and gets no second request', async () => {
    const requests: string[] = [];
    const receiver = await tcpReceiver((socket) =>
      socket.on('data', (data) => {
        requests.push(data.toString());
        socket.end();
      }),
    );
    const delivery = await sender().send(request(receiver.url));
    expect(delivery).toMatchObject({ kind: 'connection_reset', address: PUBLIC, sentAtMs: expect.any(Number) });
    expect(requests).toHaveLength(1);
  });

  test('up with a reset counts as a reset', async () => {
    const receiver = await tcpReceiver((socket) => socket.once('data', () => socket.resetAndDestroy()));
    expect(await sender().send(request(receiver.url))).toMatchObject({ kind: 'connection_reset' });
  });

  test('up on a kept connection gets no second request either', async () => {
    const requests: string[] = [];
    const receiver = await tcpReceiver((socket) =>
      socket.on('data', (data) => {
        requests.push(data.toString());
        if (requests.length === 1) socket.write(OK);
        else socket.resetAndDestroy();
      }),
    );
    const outgoing = sender();
    expect(await outgoing.send(request(receiver.url))).toMatchObject({ kind: 'responded' });
    expect(await outgoing.send(request(receiver.url))).toMatchObject({ kind: 'connection_reset' });
    expect(requests).toHaveLength(2);
    expect(receiver.connections()).toBe(1);
  });

  test('on without a response runs out of time', async () => {
    const gone: Promise<unknown>[] = [];
    const received = Promise.withResolvers<void>();
    const receiver = await tcpReceiver((socket) => {
      gone.push(closed(socket));
      socket.on('data', () => received.resolve());
    });
    const { outgoing, advance } = senderOnSetClock();
    const delivery = outgoing.send(request(receiver.url));
    await received.promise;
    advance(TIMEOUT_MS);
    expect(await delivery).toMatchObject({
      kind: 'timeout',
      detail: `No response within ${TIMEOUT_MS} ms. The request had been sent.`,
      sentAtMs: expect.any(Number),
      durationMs: TIMEOUT_MS,
    });
    await Promise.all(gone);
  });

  test.each([
    ['headers', 'HTTP/1.1 200 OK\r\nx: ', 'y'],
    ['body', 'HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n', 'y'],
    ['chunks', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n', '1\r\ny\r\n'],
    ['early hints', '', 'HTTP/1.1 103 Early Hints\r\n\r\n'],
  ])('on by sending its %s byte by byte still runs out of time', async (_what, begin, drop) => {
    let drops = 0;
    let fell: () => void = () => undefined;
    const receiver = await tcpReceiver((socket) => {
      socket.once('data', () => {
        socket.write(begin);
        const dripping = setInterval(() => {
          socket.write(drop);
          drops += 1;
          fell();
        }, 5);
        socket.on('close', () => clearInterval(dripping));
      });
    });
    const moreDrops = async (count: number) => {
      for (const enough = drops + count; drops < enough; ) {
        await new Promise<void>((resolve) => {
          fell = resolve;
        });
      }
    };
    const { outgoing, advance } = senderOnSetClock();
    const delivery = outgoing.send(request(receiver.url));
    // Data arriving in between does not extend the timeout.
    for (const part of [TIMEOUT_MS / 2, TIMEOUT_MS / 2]) {
      await moreDrops(10);
      advance(part);
    }
    expect(await delivery).toMatchObject({ kind: 'timeout', durationMs: TIMEOUT_MS });
  });
});

describe('an informational response (RFC 9110 section 15.2)', () => {
  const CONTINUE = 'HTTP/1.1 100 Continue\r\n\r\n';

  test.each([
    ['100 Continue', CONTINUE],
    ['100 three times', CONTINUE.repeat(3)],
    ['100 without a reason and with headers', 'HTTP/1.1 100 \r\nx: y\r\nz: HTTP/1.1 100\r\n\r\n'],
    ['102 and 103', 'HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'],
    ['103, 100 and one that nobody knows', `HTTP/1.1 103 x\r\n\r\n${CONTINUE}HTTP/1.1 199 y\r\n\r\n`],
  ])('before the response, %s, is skipped', async (_what, bytes) => {
    const receiver = await responding(`${bytes}${OK}`);
    const outgoing = sender({ connectionsPerOrigin: 1 });
    for (let time = 0; time < 3; time += 1) {
      const delivery = await outgoing.send(request(receiver.url));
      expect(delivery).toMatchObject({ kind: 'responded', status: 200, excerpt: 'ok' });
    }
    expect(receiver.connections()).toBe(1);
  });

  test('is skipped however it is split into chunks', async () => {
    const bytes = `${CONTINUE}HTTP/1.1 100\r\n\r\n${OK}`;
    const receiver = await tcpReceiver((socket) =>
      socket.on('data', async () => {
        for (const byte of bytes) await new Promise((written) => socket.write(byte, written));
      }),
    );
    expect(await sender().send(request(receiver.url))).toMatchObject({ kind: 'responded', status: 200 });
  });

  test('is not recognized in the body of a response', async () => {
    const body = `${CONTINUE}HTTP/1.1 100`;
    const receiver = await responding(`HTTP/1.1 201 Created\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
    const delivery = await sender().send(request(receiver.url));
    expect(delivery).toMatchObject({ kind: 'responded', status: 201, excerpt: body });
  });
});

describe('an invalid response fails', () => {
  test.each([
    ['is not HTTP', 'SSH-2.0-OpenSSH_9.9\r\n', 'protocol_error'],
    ['is another version of HTTP', 'ICY 200 OK\r\n\r\n', 'protocol_error'],
    ['is binary', Buffer.from([0x16, 3, 1, 0, 0xff, 0x80]), 'protocol_error'],
    ['has a header with a line break in it', 'HTTP/1.1 200 OK\r\nx: a\rb\r\n\r\n', 'protocol_error'],
    ['has a header with an extra space', 'HTTP/1.1 200 OK\r\nx : a\r\n\r\n', 'protocol_error'],
    ['has two lengths', 'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab', 'protocol_error'],
    ['has a length that is not a number', 'HTTP/1.1 200 OK\r\ncontent-length: ten\r\n\r\nab', 'protocol_error'],
    [
      'has a length and chunks',
      'HTTP/1.1 200 OK\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
      'protocol_error',
    ],
    [
      'has a chunk size that is not a number',
      'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n',
      'protocol_error',
    ],
    ['has endless headers', `HTTP/1.1 200 OK\r\n${`x: ${'y'.repeat(1_000)}\r\n`.repeat(40)}\r\n`, 'protocol_error'],
    [
      'switches protocols',
      'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n',
      'protocol_error',
    ],
    ['asks to continue and hangs up', 'HTTP/1.1 100 Continue\r\n\r\n', 'connection_reset'],
    ['ends before its length', 'HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nab', 'connection_reset'],
    ['ends within a chunk', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n9\r\nab', 'connection_reset'],
    ['ends within its headers', 'HTTP/1.1 200 OK\r\nx: a', 'connection_reset'],
  ])('because it %s', async (_why, bytes, kind) => {
    const receiver = await hangingUp(bytes);
    const delivery = await sender().send(request(receiver.url));
    expect(delivery).toMatchObject({ kind, address: PUBLIC, sentAtMs: expect.any(Number) });
    if (delivery.kind !== 'responded') expect(delivery.detail).toMatch(/^[A-Z].*[.)]$/);
  });

  test('an unsolicited second response is not used as the response to the next request', async () => {
    const receiver = await responding(`${OK}HTTP/1.1 500 Poison\r\ncontent-length: 0\r\n\r\n`);
    const outgoing = sender({ connectionsPerOrigin: 1 });
    for (let time = 0; time < 3; time += 1) {
      expect(await outgoing.send(request(receiver.url))).not.toMatchObject({ status: 500 });
    }
  });
});
