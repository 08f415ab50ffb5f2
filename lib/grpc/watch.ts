import type { DescMessage, MessageShape } from '@bufbuild/protobuf';
import { Code, ConnectError, type HandlerContext } from '@connectrpc/connect';
import type { Api } from '#/lib/api/app.ts';
import type { StreamEnd } from '#/lib/api/operations/operation.ts';
import { parseExactly } from '#/lib/core/exact-json.ts';
import { END_UNLESS_READ, send } from '#/lib/grpc/call-operation.ts';
import type { WatchAlarmsRequest } from '#/lib/grpc/generated/timerservice/v1/alarms_pb.ts';
import type { WatchTimersRequest } from '#/lib/grpc/generated/timerservice/v1/timers_pb.ts';
import { errorOfProblem } from '#/lib/grpc/grpc-errors.ts';
import { fromRest, type Json } from '#/lib/grpc/rest-json.ts';

// A Watch stream is the event stream of the REST API (`GET /stream`), read in this process, so that topics, permissions,
// stream slots, cursors, revocation and shutdown are the same.

/** A message of the event stream (WHATWG HTML, section 9.2.6). */
type StreamMessage = { event: string; data: string; id: string };

/** Kinds of messages by the name of their event. */
const KINDS: Readonly<Record<string, string>> = {
  hello: 'hello',
  reset: 'reset',
  timer: 'event',
  alarm: 'event',
  alarms: 'changed',
  ping: 'ping',
};

const ENDS: Record<StreamEnd | 'behind', [code: Code, message: string]> = {
  credential: [Code.Unauthenticated, 'The API key is no longer valid.'],
  permissions: [Code.PermissionDenied, 'What this API key may do has changed. Watch again.'],
  unchecked: [Code.Unavailable, 'The API key can’t be checked right now. Watch again from the last cursor.'],
  busy: [Code.Unavailable, 'Too many reads of this workspace are waiting. Watch again from the last cursor.'],
  shutdown: [Code.Unavailable, 'This server is shutting down. Watch again from the last cursor.'],
  behind: [Code.Unavailable, 'The stream fell too far behind. Watch again from the last cursor.'],
};

export function timerTopics({ everyone }: WatchTimersRequest): string[] {
  return [everyone ? 'workspace_timers' : 'timers'];
}

export function alarmTopics({ ids, names }: WatchAlarmsRequest): string[] {
  // Commas separate topics.
  const topics = [...ids.map((id) => `alarm:${id}`), ...names.map((name) => `alarms:${encodeURIComponent(name)}`)];
  return topics.length > 0 ? topics : ['alarms'];
}

type Watch = { topics: string[]; cursor: string | undefined };

/** Events of the topics from the cursor on, until the client disconnects or the stream ends, which is an error. */
export async function* watch<Desc extends DescMessage>(
  api: Api,
  output: Desc,
  { topics, cursor }: Watch,
  context: HandlerContext,
): AsyncGenerator<MessageShape<Desc>> {
  const { signal } = context;
  let why: StreamEnd | 'behind' = 'behind';
  const path = `/stream?${new URLSearchParams({ topics: topics.join(',') })}`;
  const headers: Record<string, string> = cursor === undefined ? {} : { 'last-event-id': cursor };
  const onStreamEnd = (reason: StreamEnd) => {
    why = reason;
  };
  // At once would be too soon for the status, for which a client that reads waits.
  const outgoing = { destroy: context.values.get(END_UNLESS_READ) };
  const response = await send(api, context, { method: 'GET', path, headers }, { onStreamEnd, outgoing });
  if (!response.ok || !response.body) {
    throw errorOfProblem((await response.json()) as Json, response.headers);
  }
  for await (const message of messagesIn(response.body, signal)) {
    const kind = KINDS[message.event];
    if (kind) yield fromRest(output, watchJson(kind, message));
  }
  signal.throwIfAborted();
  // Its slot is already free, whether or not its client reads the rest.
  outgoing.destroy();
  throw new ConnectError(ENDS[why][1], ENDS[why][0]);
}

/** `event` has the members of the message, and `info` the common ones of all events. */
function watchJson(kind: string, { data, id }: StreamMessage): Json {
  const json = parseExactly(data) as Json;
  const { server_time, alarm_ids } = json;
  if (kind !== 'event') return { kind, cursor: id, server_time };
  const count = json.count ?? (alarm_ids as string[] | undefined)?.length;
  return { kind, cursor: id, server_time, event: { ...json, count, info: json } };
}

async function* messagesIn(body: ReadableStream<Uint8Array>, signal: AbortSignal): AsyncGenerator<StreamMessage> {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader();
  // It fails with what `read` fails with.
  const leave = () => void reader.cancel().catch(() => {});
  signal.addEventListener('abort', leave);
  try {
    let text = '';
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      const parts = (text + chunk.value).split('\n\n');
      text = parts.pop() ?? '';
      for (const part of parts) yield readMessage(part);
    }
  } finally {
    signal.removeEventListener('abort', leave);
    await reader.cancel();
  }
}

function readMessage(text: string): StreamMessage {
  const message: StreamMessage = { event: '', data: '', id: '' };
  for (const line of text.split('\n')) {
    const [, name = '', value = ''] = /^(event|data|id): (.*)$/s.exec(line) ?? [];
    if (name) message[name as keyof StreamMessage] = value;
  }
  return message;
}
