import { createSocket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import { isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';
import { onTestFinished } from 'vitest';
import type { Resolve } from '#/lib/alarms/webhooks/guarded-lookup.ts';

const A = 1;
const AAAA = 28;
const HEADER_BYTES = 12;

/**
 * A real DNS server (RFC 1035, UDP) for one test. The n-th question of a name is answered with the n-th list of
 * addresses, the last one from then on, with a time to live of zero: what a rebinding attacker's server does.
 */
export async function nameServer(answers: string[][]): Promise<{ resolve: Resolve; asked: () => number }> {
  let asked = 0;
  const server = createSocket('udp4');
  server.on('message', (question, from) => {
    const addresses = answers[Math.min(asked, answers.length - 1)] as string[];
    asked += 1;
    server.send(answerTo(question, addresses), from.port, from.address);
  });
  server.bind(0, '127.0.0.1');
  await once(server, 'listening');
  const resolver = new Resolver();
  resolver.setServers([`127.0.0.1:${server.address().port}`]);
  onTestFinished(() => {
    resolver.cancel();
    server.close();
  });
  return {
    resolve: async (hostname) => (await resolver.resolve4(hostname)).map((address) => ({ address, family: 4 })),
    asked: () => asked,
  };
}

/** The question is repeated as it came; each answer names it by a pointer to its place (RFC 1035 section 4.1.4). */
function answerTo(message: Buffer, addresses: string[]): Buffer {
  const question = message.subarray(HEADER_BYTES, endOfQuestion(message));
  const header = Buffer.alloc(HEADER_BYTES);
  message.copy(header, 0, 0, 2);
  header.writeUInt16BE(0x8400, 2); // an answer, with authority
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(addresses.length, 6);
  return Buffer.concat([header, question, ...addresses.map(record)]);
}

function record(address: string): Buffer {
  const bytes = Buffer.from(ipaddr.parse(address).toByteArray());
  const fixed = Buffer.alloc(HEADER_BYTES);
  fixed.writeUInt16BE(0xc000 + HEADER_BYTES, 0);
  fixed.writeUInt16BE(isIPv4(address) ? A : AAAA, 2);
  fixed.writeUInt16BE(1, 4);
  fixed.writeUInt32BE(0, 6);
  fixed.writeUInt16BE(bytes.length, 10);
  return Buffer.concat([fixed, bytes]);
}

function endOfQuestion(message: Buffer): number {
  let at = HEADER_BYTES;
  while (message[at] !== 0) at += (message[at] as number) + 1;
  return at + 5;
}
