import { createSocket } from 'node:dgram';
import { EventEmitter, once } from 'node:events';
import { isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';
import { onTestFinished } from 'vitest';
import type { Resolve } from '#/lib/webhooks/sending/guarded-lookup.ts';
import { NameResolver } from '#/lib/webhooks/sending/name-resolver.ts';
import type { NameSettings } from '#/lib/webhooks/sending/system-names.ts';

const A = 1;
const AAAA = 28;
const HEADER_BYTES = 12;
const NO_SUCH_NAME = 3;
const NOTHING_ELSE: NameSettings = { hosts: new Map(), search: [], ndots: 1 };

/** Its addresses, valid for `ttl` seconds; a response code (RFC 1035 section 4.1.1) instead, or no response at all. */
type NameResponse = { addresses: string[]; ttl?: number } | { code: number } | 'nothing';
type Question = { name: string; type: number };

/**
 * A real DNS server (RFC 1035, UDP) for one test, and a resolver that uses it. `respond` is called once for each name
 * and kind of address; null means that there is no such name.
 */
export async function nameServerSaying(
  respond: (question: Question) => NameResponse | null,
  { monotonic, settings = NOTHING_ELSE }: { monotonic?: () => number; settings?: NameSettings } = {},
) {
  const questions: Question[] = [];
  const received = new EventEmitter();
  const server = createSocket('udp4');
  server.on('message', (message, from) => {
    const question = questionOf(message);
    questions.push(question);
    received.emit('question');
    const reply = respond(question) ?? { code: NO_SUCH_NAME };
    if (reply !== 'nothing') server.send(responseTo(message, question, reply), from.port, from.address);
  });
  server.bind(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
  });
  const servers = [`127.0.0.1:${server.address().port}`];
  const names = new NameResolver({ servers, system: { get: () => settings }, ...(monotonic ? { monotonic } : {}) });
  const resolve: Resolve = (hostname, asker) => names.resolve(hostname, asker);
  /** Queried names, once for each query. */
  const lookups = () => questions.filter(({ type }) => type === A).map(({ name }) => name);
  /** Resolves when this many names were queried. */
  const receives = async (count: number) => {
    while (lookups().length < count) await once(received, 'question');
  };
  return { resolve, lookups, receives };
}

/**
 * The n-th query for a name gets the n-th list of addresses, and the last one from then on, with a time to live of
 * zero: like a rebinding attacker's server.
 */
export async function nameServer(responses: string[][]): Promise<{ resolve: Resolve; lookups: () => number }> {
  let times = 0;
  const { resolve, lookups } = await nameServerSaying(({ type }) => {
    if (type === A) times += 1;
    return { addresses: responses[Math.min(Math.max(times, 1), responses.length) - 1] as string[] };
  });
  return { resolve, lookups: () => lookups().length };
}

/** The query is repeated unchanged; each answer refers to its name by a pointer (RFC 1035 section 4.1.4). */
function responseTo(message: Buffer, { type }: Question, reply: Exclude<NameResponse, 'nothing'>): Buffer {
  const question = message.subarray(HEADER_BYTES, endOfQuestion(message));
  const records =
    'code' in reply
      ? []
      : reply.addresses
          .filter((address) => (isIPv4(address) ? A : AAAA) === type)
          .map((address) => record(address, reply.ttl ?? 0));
  const header = Buffer.alloc(HEADER_BYTES);
  message.copy(header, 0, 0, 2);
  header.writeUInt16BE(0x8400 | ('code' in reply ? reply.code : 0), 2); // a response, with authority
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(records.length, 6);
  return Buffer.concat([header, question, ...records]);
}

function record(address: string, ttl: number): Buffer {
  const bytes = Buffer.from(ipaddr.parse(address).toByteArray());
  const fixed = Buffer.alloc(HEADER_BYTES);
  fixed.writeUInt16BE(0xc000 + HEADER_BYTES, 0);
  fixed.writeUInt16BE(isIPv4(address) ? A : AAAA, 2);
  fixed.writeUInt16BE(1, 4);
  fixed.writeUInt32BE(ttl, 6);
  fixed.writeUInt16BE(bytes.length, 10);
  return Buffer.concat([fixed, bytes]);
}

function questionOf(message: Buffer): Question {
  const labels: string[] = [];
  for (let at = HEADER_BYTES; message[at] !== 0; at += (message[at] as number) + 1) {
    labels.push(message.toString('latin1', at + 1, at + 1 + (message[at] as number)));
  }
  // c-ares may mix letters in both cases (draft-vixie-dnsext-dns0x20).
  return { name: labels.join('.').toLowerCase(), type: message.readUInt16BE(endOfQuestion(message) - 4) };
}

function endOfQuestion(message: Buffer): number {
  let at = HEADER_BYTES;
  while (message[at] !== 0) at += (message[at] as number) + 1;
  return at + 5;
}
