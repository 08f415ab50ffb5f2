import { describe, expect, test } from 'vitest';
import { nameServer, nameServerSaying } from '#/test/webhooks/name-server.ts';
import {
  canary,
  dialedAddresses,
  httpReceiver,
  PUBLIC,
  request,
  sender,
  tcpReceiver,
} from '#/test/webhooks/receiver.ts';

describe('a redirect to a private address', () => {
  test.each([301, 302, 303, 307, 308])('with %i is a response, and is not followed', async (status) => {
    const trap = await canary();
    const dialed = dialedAddresses();
    const receiver = await httpReceiver((response) => {
      response.writeHead(status, { location: `http://127.0.0.1:${trap.port}/` }).end();
    });
    expect(await sender().send(request(receiver.url))).toMatchObject({ kind: 'responded', status });
    expect(receiver.received).toHaveLength(1);
    expect(dialed).toEqual([PUBLIC]);
    expect(trap.connections()).toBe(0);
  });

  test('by Refresh, Alt-Svc or a body is not followed either', async () => {
    const trap = await canary();
    const elsewhere = `http://127.0.0.1:${trap.port}/`;
    const receiver = await httpReceiver((response) => {
      response.setHeader('refresh', `0; url=${elsewhere}`);
      response.setHeader('alt-svc', `h2="127.0.0.1:${trap.port}"`);
      response.end(`<meta http-equiv="refresh" content="0; url=${elsewhere}">`);
    });
    const outgoing = sender();
    await outgoing.send(request(receiver.url));
    await outgoing.send(request(receiver.url));
    expect(receiver.received).toHaveLength(2);
    expect(trap.connections()).toBe(0);
  });
});

describe('a name whose server changes its answer', () => {
  test('is queried once per connection, and the checked address is dialed', async () => {
    const receiver = await httpReceiver((response) => response.setHeader('connection', 'close').end());
    const trap = await tcpReceiver((socket) => socket.destroy(), '127.0.0.1');
    const names = await nameServer([[PUBLIC], ['127.0.0.1']]);
    const dialed = dialedAddresses();
    const outgoing = sender({ resolve: names.resolve });
    const url = `http://rebind.example:${receiver.port}/`;

    expect(await outgoing.send(request(url))).toMatchObject({ kind: 'responded', address: PUBLIC });
    expect(names.lookups()).toBe(1);
    expect(receiver.received[0]?.headers.host).toBe(`rebind.example:${receiver.port}`);

    const again = await outgoing.send(request(url));
    expect(again).toMatchObject({ kind: 'blocked_address', sentAtMs: null });
    const trapUrl = `http://rebind.example:${trap.port}/`;
    expect(await outgoing.send(request(trapUrl))).toMatchObject({ kind: 'blocked_address' });
    expect(names.lookups()).toBe(3);
    expect(dialed).toEqual([PUBLIC]);
    expect(trap.connections()).toBe(0);
    expect(receiver.received).toHaveLength(1);
  });

  test('is dialed at the checked address for as long as its answer is cached, and then queried again', async () => {
    const receiver = await httpReceiver((response) => response.setHeader('connection', 'close').end());
    let nowMs = 0;
    let address = PUBLIC;
    const names = await nameServerSaying(() => ({ addresses: [address], ttl: 5 }), { monotonic: () => nowMs });
    const dialed = dialedAddresses();
    const outgoing = sender({ resolve: names.resolve });
    const url = `http://rebind.example:${receiver.port}/`;
    for (let time = 0; time < 3; time += 1) {
      expect(await outgoing.send(request(url))).toMatchObject({ kind: 'responded', address: PUBLIC });
      address = '127.0.0.1';
    }
    expect(names.lookups()).toHaveLength(1);
    nowMs = 5_000;
    for (let time = 0; time < 2; time += 1) {
      expect(await outgoing.send(request(url))).toMatchObject({ kind: 'blocked_address', sentAtMs: null });
    }
    expect(names.lookups()).toHaveLength(2);
    expect(dialed).toEqual([PUBLIC, PUBLIC, PUBLIC]);
  });

  test('is rejected when one answer has public and private addresses', async () => {
    const trap = await canary();
    const names = await nameServer([[PUBLIC, '127.0.0.1']]);
    const dialed = dialedAddresses();
    const url = `http://rebind.example:${trap.port}/`;
    expect(await sender({ resolve: names.resolve }).send(request(url))).toMatchObject({ kind: 'blocked_address' });
    expect(dialed).toEqual([]);
    expect(trap.connections()).toBe(0);
  });

  test('keeps its open connection, which stays at the checked address', async () => {
    const receiver = await httpReceiver();
    const names = await nameServer([[PUBLIC], ['127.0.0.1']]);
    const dialed = dialedAddresses();
    const outgoing = sender({ resolve: names.resolve });
    const url = `http://rebind.example:${receiver.port}/`;
    for (let time = 0; time < 3; time += 1) {
      expect(await outgoing.send(request(url))).toMatchObject({ kind: 'responded', address: PUBLIC });
    }
    expect(dialed).toEqual([PUBLIC]);
    expect(names.lookups()).toBe(1);
  });
});
