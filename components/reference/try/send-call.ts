import type { Call } from '#/components/reference/try/call.ts';
import { fileNameOf } from '#/lib/client/page/save-file.ts';

export type Problem = { detail: string; errors: { pointer: string; detail: string }[] };
/** The content of a response. `events` are those of a stream, latest first; `count` is how many there were. */
export type Content =
  | { kind: 'none' }
  | { kind: 'json'; text: string; problem: Problem | null }
  | { kind: 'events'; events: string[]; count: number }
  | { kind: 'file'; blob: Blob; name: string; text: string | null };
export type Head = { status: number; statusText: string; elapsedMs: number; headers: [string, string][] };
/** How a response ended: whole, stopped by the reader, or with the connection. */
export type End = 'whole' | 'stopped' | 'lost';
/** `end` is null while more may arrive. */
export type Result =
  | { kind: 'sending' }
  | { kind: 'received'; head: Head; content: Content | null; end: End | null }
  | { kind: 'stopped' }
  | { kind: 'unreachable' };

/**
 * Whether sending the call again under its key would change nothing: the service responded, wholly, and stores the
 * response. It stores no 429 and no error of its own, after which the call may have been applied.
 */
export function isFinal(result: Result): boolean {
  return result.kind === 'received' && result.end === 'whole' && result.head.status < 500 && result.head.status !== 429;
}

/** Headers worth showing, in this order. */
const SHOWN_HEADERS = [
  'X-Request-Id',
  'Content-Type',
  'ETag',
  'Location',
  'Link',
  'Idempotency-Replayed',
  'Retry-After',
  'RateLimit',
  'RateLimit-Policy',
  'Content-Disposition',
];
/** The maximum of kept events of a stream. */
const KEPT_EVENTS = 100;

/**
 * Sends the call like a program: only with the key, without the cookies of this browser. Reports the response each time
 * that more of it arrives, and settles at its end or once it was stopped.
 */
export async function sendCall(
  call: Call,
  key: string | null,
  signal: AbortSignal,
  onResult: (result: Result) => void,
): Promise<Result> {
  const sentAt = performance.now();
  let last: Result = { kind: 'sending' };
  const note = (result: Result) => {
    last = result;
    onResult(result);
    return result;
  };
  note(last);
  try {
    const response = await fetch(call.target, requestOf(call, key, signal));
    const head = headOf(response, performance.now() - sentAt);
    note({ kind: 'received', head, content: null, end: null });
    const content = await contentOf(response, (some) => note({ kind: 'received', head, content: some, end: null }));
    return note({ kind: 'received', head, content, end: 'whole' });
  } catch {
    return note(endedEarly(last, signal.aborted));
  }
}

/** Keeps what had arrived by then. */
function endedEarly(last: Result, isStopped: boolean): Result {
  if (last.kind === 'received') return { ...last, end: isStopped ? 'stopped' : 'lost' };
  return { kind: isStopped ? 'stopped' : 'unreachable' };
}

function requestOf({ method, headers, body }: Call, key: string | null, signal: AbortSignal): RequestInit {
  return {
    method,
    signal,
    headers: {
      ...headers,
      ...(key !== null && { Authorization: `Bearer ${key}` }),
      ...(body !== null && { 'Content-Type': 'application/json' }),
    },
    ...(body !== null && { body }),
    credentials: 'omit',
    cache: 'no-store',
    // The key is sent only to this service.
    redirect: 'error',
  };
}

function headOf({ status, statusText, headers }: Response, elapsedMs: number): Head {
  const shown = SHOWN_HEADERS.flatMap((name): [string, string][] => {
    const value = headers.get(name);
    return value === null ? [] : [[name, value]];
  });
  return { status, statusText, elapsedMs, headers: shown };
}

async function contentOf(response: Response, onContent: (content: Content) => void): Promise<Content> {
  const type = response.headers.get('Content-Type') ?? '';
  if (type.startsWith('text/event-stream') && response.body) return readEvents(response.body, onContent);
  const blob = await response.blob();
  if (blob.size === 0) return { kind: 'none' };
  if (/^application\/(?:[\w.-]+\+)?json\b/.test(type)) return jsonContent(await blob.text(), type);
  const isText = /^(?:text\/|application\/jsonl)/.test(type);
  return {
    kind: 'file',
    blob,
    name: fileNameOf(response.headers, 'response'),
    text: isText ? await blob.text() : null,
  };
}

async function readEvents(body: ReadableStream<Uint8Array>, onContent: (content: Content) => void): Promise<Content> {
  const decoder = new TextDecoder();
  const reader = body.getReader();
  let rest = '';
  let content: Extract<Content, { kind: 'events' }> = { kind: 'events', events: [], count: 0 };
  onContent(content);
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    const parts = `${rest}${decoder.decode(read.value, { stream: true })}`.split(/\r?\n\r?\n/);
    rest = parts.pop() ?? '';
    content = {
      kind: 'events',
      events: [...parts.reverse(), ...content.events].slice(0, KEPT_EVENTS),
      count: content.count + parts.length,
    };
    onContent(content);
  }
  return content;
}

function jsonContent(text: string, type: string): Content {
  try {
    const value: unknown = JSON.parse(text);
    const problem = type.startsWith('application/problem+json') ? problemOf(value) : null;
    return { kind: 'json', text: JSON.stringify(value, null, 2), problem };
  } catch {
    return { kind: 'json', text, problem: null };
  }
}

function problemOf(value: unknown): Problem | null {
  const { title, detail, errors } = value as { title?: string; detail?: string; errors?: Problem['errors'] };
  const message = detail ?? title;
  return message ? { detail: message, errors: errors ?? [] } : null;
}
