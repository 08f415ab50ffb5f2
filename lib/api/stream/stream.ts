import { type SSEStreamingApi, streamSSE } from 'hono/streaming';
import type { Reads } from '#/lib/api/limits/reads.ts';
import type { ApiContext } from '#/lib/api/operations/operation.ts';
import { readQuery } from '#/lib/api/operations/read-input.ts';
import { catchUpQueries } from '#/lib/api/stream/catch-up.ts';
import { changeMessages, type StreamRequest } from '#/lib/api/stream/change-messages.ts';
import { EventStreamTransport, formatEvent } from '#/lib/api/stream/event-stream-transport.ts';
import { StreamSession } from '#/lib/api/stream/session.ts';
import { isAppError } from '#/lib/core/errors.ts';
import { log } from '#/lib/core/log.ts';
import type { FeedEvent } from '#/lib/feed/events/event.ts';
import type { FeedHub } from '#/lib/feed/hub/feed-hub.ts';
import type { Recognize } from '#/lib/feed/subscription/credential-watch.ts';
import { messageOf } from '#/lib/feed/subscription/messages.ts';
import { streamQuery } from '#/lib/feed/subscription/stream-schemas.ts';
import { type FeedSubscriber, subscribeToFeed } from '#/lib/feed/subscription/subscribe-to-feed.ts';
import { authorizeTopics, takeStreamSlot } from '#/lib/feed/topics/authorize-topics.ts';

/** No proxy may buffer the stream, as compressing ones do. */
const HEADERS = { 'X-Accel-Buffering': 'no', 'Cache-Control': 'no-cache, no-transform' };

export type StreamParts = { hub: FeedHub; reads: Reads; recognize: Recognize };

/**
 * Server-sent events (WHATWG HTML, section 9.2): `hello` at once, then the events of the topics, `ping` every 15 s. The
 * `id` of each message is a cursor of the feed: with it as `Last-Event-ID` a stream continues where another one ended,
 * and nothing is lost or sent twice. Events show what has changed; `GET /timers/current` and `GET /alarms` show the
 * current state. Ends when the session or key does, or its permissions change.
 * @throws AppError 400, 403, 429 `too_many_streams`
 */
export function streamResponse(c: ApiContext, parts: StreamParts): Response {
  const { actor } = c.get('ctx');
  const query = readQuery(c.req, streamQuery);
  const request = {
    topics: authorizeTopics(actor, query.topics),
    since: sinceOf(c, query.last_event_id),
    isOfPage: actor.credential.kind === 'session' && query.topics === undefined,
  };
  const response = c.req.method === 'HEAD' ? emptyStream(c) : openStream(c, parts, request);
  // Set on the response, since Hono's helper sets its own.
  for (const [name, value] of Object.entries(HEADERS)) response.headers.set(name, value);
  // The header would promise to keep a connection that is about to end with its process; Node knows when to send it.
  response.headers.delete('Connection');
  return response;
}

/** A reconnecting EventSource sends the header, while its URL still has the first cursor. */
function sinceOf(c: ApiContext, fromQuery: string | undefined): string | undefined {
  return c.req.header('last-event-id') || fromQuery || undefined;
}

function emptyStream(c: ApiContext): Response {
  return c.body(null, 200, { 'Content-Type': 'text/event-stream' });
}

function openStream(c: ApiContext, parts: StreamParts, request: StreamRequest): Response {
  const release = takeStreamSlot(parts.hub, c.get('ctx').actor);
  return streamSSE(c, (stream) =>
    serve(c, stream, parts, request)
      .catch((error: unknown) => log.warn({ err: error }, 'stream ended; its client reconnects'))
      .finally(release),
  );
}

/** Resolves when the stream has ended. */
async function serve(
  c: ApiContext,
  stream: SSEStreamingApi,
  parts: StreamParts,
  request: StreamRequest,
): Promise<void> {
  const ctx = c.get('ctx');
  const { actor, clock, db } = ctx;
  const { hub, reads, recognize } = parts;
  const transport = new EventStreamTransport(stream, c.env ?? {});
  let isLive = false;
  const session = new StreamSession({ hub, clock, db }, transport, () => isLive);
  const changes = changeMessages(session, request, actor);
  const subscription = subscribeToFeed(
    { hub, runQuery: catchUpQueries(reads, ctx) },
    {
      workspaceId: actor.workspaceId,
      since: request.since,
      ahead: session.watch(actor, recognize),
      alarms: changes.alarms,
      onAnything: changes.onAnything,
      wants: (event) => request.topics.some((topic) => topic.has(event, actor)),
      onStart: async (start) => {
        await greet(session, start);
        changes.onGreeted();
      },
      onEvent: ({ event, cursor }) =>
        session.send(formatEvent({ event: nounOf(event), data: messageOf(event), id: cursor })),
      onOverflow: () => session.cut(),
    },
  );
  session.start();
  try {
    await Promise.race([subscription.upToDate, transport.ended]);
    isLive = true;
    await transport.ended;
  } catch (error) {
    if (!isAppError(error, 'too_many_reads')) throw error;
    transport.end('busy');
    await transport.ended;
  } finally {
    session.stop();
    changes.stop();
    subscription.end();
  }
}

/** A client that resumes already has its cursor, and may lose this connection before anything else arrives. */
async function greet(
  session: StreamSession,
  { kind, cursor }: Parameters<FeedSubscriber['onStart']>[0],
): Promise<void> {
  await session.hello({ cursor: kind === 'now' ? cursor : undefined });
  if (kind === 'reset') await session.reset({ cursor });
}

/** `ticket` of `ticket.archived`: the name of the message. */
function nounOf({
  type,
}: FeedEvent): 'timer' | 'member' | 'invitation' | 'workspace' | 'ticket' | 'project' | 'import' | 'alarm' {
  return type.slice(0, type.indexOf('.')) as ReturnType<typeof nounOf>;
}
