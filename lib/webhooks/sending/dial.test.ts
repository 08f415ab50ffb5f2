import { lookup } from 'node:dns';
import { expect, test } from 'vitest';
import { parseAllowList } from '#/lib/url-guard/url-guard.ts';
import { dialer } from '#/lib/webhooks/sending/dial.ts';
import { closed, PUBLIC, tcpReceiver } from '#/test/webhooks/receiver.ts';

const allowed = parseAllowList(PUBLIC);

test.each(['http:', 'https:'])('%s sends nothing to a peer that should never have been dialed', async (protocol) => {
  const received: Buffer[] = [];
  const ends: Promise<void>[] = [];
  const receiver = await tcpReceiver((socket) => {
    ends.push(closed(socket));
    socket.on('data', (data) => received.push(data));
  }, '127.0.0.1');
  // A lookup without a guard simulates a bug in ours: the open connection is checked as well.
  const dial = dialer({ allowed, lookup });
  const error = await new Promise((resolve) => {
    dial({ hostname: 'localhost', protocol, port: String(receiver.port) }, (...outcome) => resolve(outcome[0]));
  });
  expect(error).toMatchObject({ kind: 'blocked_address' });
  await Promise.all(ends);
  expect(Buffer.concat(received).toString('latin1')).not.toContain('HTTP');
});
