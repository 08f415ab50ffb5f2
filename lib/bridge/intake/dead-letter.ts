import { createHash } from 'node:crypto';
import { CloudEvent } from 'cloudevents';
import type { OutgoingMessage } from '#/lib/bridge/adapters/broker-connection.ts';
import type { Dialect, EventKey } from '#/lib/bridge/intake/incoming-event.ts';

type Of = {
  target: string;
  dialect: Dialect;
  /** URL of this service. */
  source: string;
  broker: { id: string; name: string; inputTarget: string };
  at: Date;
};
/** A message that created nothing, and why. `key` is null where it is no event. */
type Dead = { body: string; key: EventKey | null; reason: string };

/** Characters of a message that are passed on. NATS takes a megabyte by default, and escapes make a text longer. */
const LONGEST_BODY = 256 * 1024;

/**
 * The event `timer.dlq` of a message that was not understood: why, and the message as it came, as JSON where it is such.
 * The same message has the same id each time.
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
      reason,
      broker: { id: broker.id, name: broker.name },
      target: broker.inputTarget,
      ...contentOf(body),
    },
  });
  return { target, id, body: JSON.stringify(event) };
}

function contentOf(body: string): object {
  if (body.length > LONGEST_BODY) return { body: body.slice(0, LONGEST_BODY).toWellFormed(), truncated: true };
  const event = parsed(body);
  return event === undefined ? { body: body.toWellFormed() } : { event };
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
