import { CloudEvent, ValidationError } from 'cloudevents';
import type { IncomingMessage } from '#/lib/bridge/adapters/broker-connection.ts';
import { mayChange, nestsDeeperThan, parseExactly } from '#/lib/core/exact-json.ts';

/** An event as the official SDK has accepted it. `timeUs` is null when it has no time. */
export type ReadEvent = {
  source: string;
  id: string;
  type: string;
  subject: string | null;
  time: string | null;
  /** Its data, and the same with numbers that keep each digit (`parseExactly`). */
  data: unknown;
  exactData: unknown;
};

/** Why a message is not an event, as a sentence for its sender. */
export type Unreadable = { reason: string };

type Json = Record<string, unknown>;

const REQUIRED = ['specversion', 'id', 'source', 'type'] as const;
/** Bytes that `consumed_events` has room for in an index. */
const MAX_KEY_BYTES = 1_024;
/** Levels of JSON that are read: code that walks or writes values thousands of levels deep runs out of stack. */
export const DEEPEST = 1_000;
/** Prefixes of attribute names in the bindings of CloudEvents: AMQP, Kafka and NATS; none in a Redis stream. */
const PREFIXES = ['cloudevents:', 'cloudevents_', 'ce-', 'ce_', ''];
/** Escapes of U+0000 and of halves of surrogate pairs, which Postgres can't hold. */
const UNSTORABLE = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/i;

/**
 * The CloudEvents 1.0 event of a message, in structured mode (JSON with `specversion`) or in binary mode (attributes as
 * headers, data as the body). Pure.
 */
export function readEvent({ body, headers }: Pick<IncomingMessage, 'body' | 'headers'>): ReadEvent | Unreadable {
  const attributes = attributesIn(headers);
  const parsed = parse(body);
  if (parsed === 'too deep') return { reason: TOO_DEEP };
  if (isRecord(parsed?.value) && (!attributes || 'specversion' in parsed.value)) {
    const exact = isRecord(parsed.exact) ? parsed.exact : parsed.value;
    return checked(parsed.value, dataOf(parsed.value, exact));
  }
  if (attributes)
    return checked(attributes, body === '' ? {} : parsed && { data: parsed.value, exactData: parsed.exact });
  return {
    reason: 'The message is not a CloudEvents 1.0 event: it is neither a JSON object nor has attributes as headers.',
  };
}

type Data = { data?: unknown; exactData?: unknown };

const TOO_DEEP = `The message nests lists and objects more than ${DEEPEST} levels deep.`;

function checked(attributes: Json, data: Data | 'too deep' | null): ReadEvent | Unreadable {
  const missing = REQUIRED.find((name) => typeof attributes[name] !== 'string' || attributes[name] === '');
  if (missing) return { reason: `The event has no ${missing}, which CloudEvents 1.0 requires.` };
  if (attributes.specversion !== '1.0') {
    return { reason: `The event is of version ${attributes.specversion} of CloudEvents. Send version 1.0.` };
  }
  if (data === 'too deep') return { reason: TOO_DEEP };
  if (!data) return { reason: 'The data of the event is not valid JSON.' };
  const { data: _data, data_base64: _base64, ...rest } = attributes;
  try {
    // The SDK checks names and kinds of attributes, and that `source` is a URI and `time` an instant.
    new CloudEvent({ ...rest, data: data.data } as ConstructorParameters<typeof CloudEvent>[0]);
  } catch (error) {
    if (!(error instanceof ValidationError || error instanceof TypeError)) throw error;
    return { reason: `The event is not valid CloudEvents 1.0: ${sdkText(error)}` };
  }
  const [source, id] = [String(attributes.source), String(attributes.id)];
  const long = Object.entries({ source, id }).find(([, text]) => Buffer.byteLength(text) > MAX_KEY_BYTES);
  if (long) return { reason: `The event’s ${long[0]} is longer than ${MAX_KEY_BYTES} bytes.` };
  if (UNSTORABLE.test(JSON.stringify([attributes, data.data]))) {
    return { reason: 'The event contains U+0000 or half of a surrogate pair, which can’t be stored.' };
  }
  return {
    source,
    id,
    type: String(attributes.type),
    subject: textOrNull(attributes.subject),
    time: textOrNull(attributes.time),
    data: data.data,
    exactData: data.exactData,
  };
}

/** Data in structured mode; null when it is base64 of something other than JSON. */
function dataOf(value: Json, exact: Json): Data | 'too deep' | null {
  if (value.data !== undefined || value.data_base64 === undefined) return { data: value.data, exactData: exact.data };
  const parsed = parse(Buffer.from(String(value.data_base64), 'base64').toString('utf8'));
  return parsed === 'too deep' ? parsed : parsed && { data: parsed.value, exactData: parsed.exact };
}

/** Attributes by their names; null when the headers have none. */
function attributesIn(headers: Readonly<Record<string, string>>): Json | null {
  const prefix = PREFIXES.find((one) => headers[`${one}specversion`] !== undefined);
  if (prefix === undefined) return null;
  const own = Object.entries(headers).filter(
    ([name]) => name.startsWith(prefix) && /^[a-z0-9]+$/.test(name.slice(prefix.length)),
  );
  return Object.fromEntries(own.map(([name, value]) => [name.slice(prefix.length), value]));
}

/** Null if it is not JSON. */
function parse(text: string): { value: unknown; exact: unknown } | 'too deep' | null {
  try {
    const value: unknown = JSON.parse(text);
    if (nestsDeeperThan(DEEPEST, value)) return 'too deep';
    return { value, exact: mayChange(text) ? parseExactly(text) : value };
  } catch {
    return null;
  }
}

function sdkText({ message, errors }: Error & { errors?: unknown }): string {
  const [first] = Array.isArray(errors) ? errors : [];
  const { instancePath = '', message: detail = '' } = (first ?? {}) as { instancePath?: string; message?: string };
  return detail ? `${instancePath.slice(1)} ${detail}`.trim() : (message.split('\n')[0] as string);
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

function isRecord(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
