import { createHash } from 'node:crypto';
import { CloudEvent } from 'cloudevents';
import type { OutgoingMessage } from '#/lib/bridge/adapters/broker-connection.ts';
import type { BrokerDialect } from '#/lib/bridge/brokers/broker.ts';
import { DEEPEST } from '#/lib/bridge/consuming/cloud-event.ts';
import type { EventKey } from '#/lib/bridge/consuming/incoming-event.ts';
import { nestsDeeperThan } from '#/lib/core/exact-json.ts';

type Of = {
  target: string;
  dialect: BrokerDialect;
  /** URL of this service. */
  source: string;
  broker: { id: string; name: string; inputTarget: string };
  at: Date;
};
/** A message that created nothing, and why. `key` is null when it is not an event. */
type Dead = { body: string; key: EventKey | null; reason: string };

/** Bytes of a message that are passed on, escapes included. NATS takes a megabyte by default. */
const MAX_CONTENT_BYTES = 512 * 1024;
/** Characters of the reason: it may quote the message. */
const MAX_REASON_LENGTH = 1_000;

/**
 * The event `timer.dlq` of a message that was not understood: why, and the message as received, as JSON if it is JSON,
 * and cut off if it is too long. The same message has the same id each time.
 */
export function deadLetter({ body, key, reason }: Dead, { target, dialect, source, broker, at }: Of): OutgoingMessage {
  const named = key ? `${key.source}\n${key.id}` : body;
  const id = `dlq-${createHash('sha256').update(`${broker.id}\n${named}`).digest('hex').slice(0, 32)}`;
  const event = new CloudEvent({
    id,
    source,
    type: dialect === 'flunq' ? 'io.flunq.timer.dlq' : 'timer.dlq',
    time: at.toISOString(),
    datacontenttype: 'application/json',
    ...(key ? { subject: key.id } : {}),
    data: {
      reason: reason.slice(0, MAX_REASON_LENGTH).toWellFormed(),
      broker: { id: broker.id, name: broker.name },
      target: broker.inputTarget,
      ...contentOf(body),
    },
  });
  return { target, id, body: JSON.stringify(event) };
}

function contentOf(body: string): object {
  const event = body.length > MAX_CONTENT_BYTES ? undefined : parsed(body);
  if (event !== undefined && fits(event)) return { event };
  if (body.length <= MAX_CONTENT_BYTES && fits(body)) return { body: body.toWellFormed() };
  return { body: body.slice(0, longestStart(body)).toWellFormed(), truncated: true };
}

/** Undefined for anything that is not JSON, or nests too deep to be serialized again. */
function parsed(body: string): unknown {
  try {
    const value: unknown = JSON.parse(body);
    return nestsDeeperThan(DEEPEST, value) ? undefined : value;
  } catch {
    return undefined;
  }
}

function fits(content: unknown): boolean {
  return Buffer.byteLength(JSON.stringify(content)) <= MAX_CONTENT_BYTES;
}

/** How many characters of a text fit. A character may take six bytes, as U+0000 does. */
function longestStart(body: string): number {
  let [fitting, tooMany] = [0, Math.min(body.length, MAX_CONTENT_BYTES) + 1];
  while (tooMany - fitting > 1) {
    const middle = Math.floor((fitting + tooMany) / 2);
    if (fits(body.slice(0, middle))) fitting = middle;
    else tooMany = middle;
  }
  return fitting;
}
