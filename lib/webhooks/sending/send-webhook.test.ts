import { describe, expect, test } from 'vitest';
import { closed, httpReceiver, PUBLIC, request, sender, tcpReceiver } from '#/test/webhooks/receiver.ts';

const OK = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok';
/** A receiver that responds to every request with these bytes. */
const responding = (bytes: string | Buffer) => tcpReceiver((socket) => socket.on('data', () => socket.write(bytes)));
/** The same, then hangs up. */
const hangingUp = (bytes: string | Buffer) => tcpReceiver((socket) => socket.once('data', () => socket.end(bytes)));

describe('a response', () => {
  test.each([200, 201, 202, 204, 299, 304, 400, 401, 404, 410, 418, 429, 500, 503, 599])(
    'of %i is data',
    async (status) => {
      const receiver = await httpReceiver((response) => response.writeHead(status).end());
      expect(await sender().send(request(receiver.url))).toEqual({
        kind: 'responded',
        status,
        retryAfterMs: null,
        address: PUBLIC,
        excerpt: null,
        sentAtMs: expect.any(Number),
        durationMs: expect.any(Number),
      });
    },
  );

  test('may come after early hints', async () => {
    const receiver = await responding(`HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n${OK}`);
    expect(await sender().send(request(receiver.url))).toMatchObject({ kind: 'responded', status: 200, excerpt: 'ok' });
  });

  test('may end with the connection', async () => {
    const receiver = await hangingUp('HTTP/1.0 200 OK\r\n\r\nuntil the end');
    expect(await sender().send(request(receiver.url))).toMatchObject({ kind: 'responded', excerpt: 'until the end' });
  });

  test('may ask to wait, in seconds or until a date by its own clock', async () => {
    const waits = ['7', 'Tue, 10 Mar 2026 09:00:30 GMT', 'later'];
    const receiver = await httpReceiver((response) => {
      response.writeHead(503, { 'retry-after': waits.shift(), date: 'Tue, 10 Mar 2026 09:00:00 GMT' }).end();
    });
    const outgoing = sender();
    for (const retryAfterMs of [7_000, 30_000, null]) {
      expect(await outgoing.send(request(receiver.url))).toMatchObject({ status: 503, retryAfterMs });
    }
  });

  test('is stored as its first two kilobytes, without split characters or ones Postgres can’t hold', async () => {
    const bodies = [
      Buffer.from('Grüße'),
      Buffer.from('a\0b\0'),
      Buffer.from([0x61, 0xed, 0xa0, 0x80, 0xff, 0x62]),
      Buffer.from('ü'.repeat(1_024)),
      Buffer.from(`x${'ü'.repeat(1_024)}`),
      Buffer.from('\0\0'),
      Buffer.from('x'.repeat(60_000)),
    ];
    const receiver = await httpReceiver((response) => response.end(bodies.shift()));
    const outgoing = sender();
    const excerpts = ['Grüße', 'ab', 'a\ufffd\ufffd\ufffd\ufffdb', 'ü'.repeat(1_024), `x${'ü'.repeat(1_023)}`, null];
    for (const excerpt of [...excerpts, 'x'.repeat(2_048)]) {
      const delivery = await outgoing.send(request(receiver.url));
      expect(delivery).toMatchObject({ kind: 'responded', excerpt });
    }
    expect(receiver.connections()).toBe(1);
  });

  test('in many small pieces is put together', async () => {
    const pieces = ['🫖'.repeat(300)].flatMap((text) => [...Buffer.from(text)].map((byte) => Buffer.from([byte])));
    const receiver = await tcpReceiver((socket) => {
      socket.setNoDelay(true).once('data', () => {
        socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n');
        for (const piece of pieces) socket.write(Buffer.concat([Buffer.from('1\r\n'), piece, Buffer.from('\r\n')]));
        socket.write('0\r\n\r\n');
      });
    });
    expect(await sender().send(request(receiver.url))).toMatchObject({ excerpt: '🫖'.repeat(300) });
  });

  test('without an end is read for 64 KiB, then the connection is dropped', async () => {
    let written = 0;
    let end: Promise<unknown> = Promise.resolve();
    const receiver = await tcpReceiver((socket) => {
      end = closed(socket);
      socket.once('data', () => {
        socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n');
        const pour = () => {
          while (!socket.destroyed && socket.write(`4000\r\n${'x'.repeat(0x4000)}\r\n`)) written += 0x4000;
        };
        socket.on('drain', pour);
        pour();
      });
    });
    const delivery = await sender().send(request(receiver.url));
    expect(delivery).toMatchObject({ kind: 'responded', status: 200, excerpt: 'x'.repeat(2_048) });
    await end;
    expect(written).toBeLessThan(50_000_000);
  });
});

describe('the request', () => {
  test('is sent as it was given', async () => {
    const receiver = await httpReceiver();
    const body = JSON.stringify({ text: 'ü😀'.repeat(10_000) });
    await sender().send(request(`${receiver.url}/a%20b/ü?c=%C3%BC&d#e`, { method: 'PUT', body }));
    const [received] = receiver.received;
    expect(received).toMatchObject({ method: 'PUT', url: '/a%20b/%C3%BC?c=%C3%BC&d', body });
    expect(received?.headers).toMatchObject({ 'content-length': String(Buffer.byteLength(body)), 'webhook-id': 'a' });
  });

  test.each(['GET', 'HEAD', 'DELETE', 'OPTIONS', 'POST'])('may be %s without a body', async (method) => {
    const receiver = await httpReceiver();
    expect(await sender().send(request(receiver.url, { method, body: null }))).toMatchObject({ status: 200 });
    expect(receiver.received[0]).toMatchObject({ method, body: '' });
  });

  test.each([
    ['method', { method: 'BAD METHOD' }],
    ['header', { headers: { x: 'a\r\nb: c' } }],
    ['header name', { headers: { 'x y': 'a' } }],
    ['connection header', { headers: { 'transfer-encoding': 'chunked' } }],
  ])('with an invalid %s is not sent', async (_what, change) => {
    const receiver = await httpReceiver();
    const delivery = await sender().send(request(receiver.url, change));
    expect(delivery).toMatchObject({ kind: 'protocol_error', sentAtMs: null });
    expect(receiver.connections()).toBe(0);
  });
});

describe('time', () => {
  test('is measured by the given clock, from sending to the end of the response', async () => {
    let ms = 1_000;
    const receiver = await httpReceiver((response) => {
      ms = 1_250;
      response.end();
    });
    const delivery = await sender({ monotonic: () => ms }).send(request(receiver.url));
    expect(delivery).toMatchObject({ kind: 'responded', sentAtMs: 1_000, durationMs: 250 });
  });
});
