import { randomInt } from 'node:crypto';
import { type SSEStreamingApi, streamSSE } from 'hono/streaming';
import type { ApiContext } from '#/lib/api/operations/operation.ts';
import { readQuery } from '#/lib/api/operations/read-input.ts';
import { EventStreamOut } from '#/lib/api/stream/event-stream-out.ts';
import type { Actor } from '#/lib/context/context.ts';
import { log } from '#/lib/core/log.ts';
import { packPosition } from '#/lib/feed/cursor/position.ts';
import type { FeedEvent } from '#/lib/feed/events/event.ts';
import type { FeedHub } from '#/lib/feed/hub/feed-hub.ts';
import { alarmUpdates } from '#/lib/feed/subscription/alarm-updates.ts';
import { CredentialWatch, type Recognize } from '#/lib/feed/subscription/credential-watch.ts';
import { messageOf } from '#/lib/feed/subscription/messages.ts';
import { onceASecond } from '#/lib/feed/subscription/once-a-second.ts';
import { RESET_DETAIL, streamQuery } from '#/lib/feed/subscription/stream-schemas.ts';
import { type FeedSubscriber, subscribeToFeed } from '#/lib/feed/subscription/subscribe-to-feed.ts';
import { authorizeTopics, takeStreamSlot } from '#/lib/feed/topics/authorize-topics.ts';
import { ALARMS, canReadEvent, changesMembers, MEMBERS, TIMERS, type Topic } from '#/lib/feed/topics/topic.ts';

/** A client that receives nothing for a little over two of these knows that the stream is dead. */
const PING_MS = 15_000;
const RECONNECT_MS = 2_000;
/** Jitter, so that the clients of one process that shuts down don't reconnect to the others all at once. */
const RECONNECT_ELSEWHERE_MS = { from: 500, to: 3_500 };
/** A client that reads nothing for this long is disconnected at shutdown. */
const FAREWELL_MS = 2_000;
/** Nothing on the way may hold the stream back, as a proxy does that compresses. */
const HEADERS = { 'X-Accel-Buffering': 'no', 'Cache-Control': 'no-cache, no-transform' };

export type StreamParts = { hub: FeedHub; recognize: Recognize };
/** `isOfPage`: a session that names no topics, as the pages of the product. */
type StreamRequest = { topics: Topic[]; since: string | undefined; isOfPage: boolean };

/**
 * Server-sent events (WHATWG HTML, section 9.2): `hello` at once, then what the topics have, `ping` every 15 s. The
 * `id` of each message is a cursor of the feed: with it as `Last-Event-ID` a stream goes on where another one ended,
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
  // It would promise to keep a connection that is about to end with its process; Node knows when it may.
  response.headers.delete('Connection');
  return response;
}

/** The header is what an EventSource sends that comes again; its address still has what it began with. */
function sinceOf(c: ApiContext, fromQuery: string | undefined): string | undefined {
  return c.req.header('last-event-id') || fromQuery || undefined;
}

function emptyStream(c: ApiContext): Response {
  return c.body(null, 200, { 'Content-Type': 'text/event-stream' });
}

function openStream(c: ApiContext, parts: StreamParts, request: StreamRequest): Response {
  const release = takeStreamSlot(parts.hub, c.get('ctx').actor);
  return streamSSE(c, (stream) =>
    feed(c, stream, parts, request)
      .catch((error: unknown) => log.warn({ err: error }, 'stream ended; its reader reconnects'))
      .finally(release),
  );
}

async function feed(c: ApiContext, stream: SSEStreamingApi, parts: StreamParts, request: StreamRequest): Promise<void> {
  const { actor, clock, db } = c.get('ctx');
  const { hub, recognize } = parts;
  const ended = Promise.withResolvers<void>();
  // Closed by the client or by us: nothing more is read for it.
  stream.onAbort(() => {
    subscription.end();
    ended.resolve();
  });
  const leave = () => out.end();
  const watch = new CredentialWatch(actor, recognize, (why) => {
    c.env?.onStreamEnd?.(why);
    leave();
  });
  const out = new EventStreamOut(stream, c.env?.outgoing, watch);
  const hello = async () => ({ server_time: (await clock.now(db)).toISOString() });
  // The first message is the greeting, also when something changes while the caller is looked at once more.
  const greeted = Promise.withResolvers<void>();
  const onceGreeted = (send: () => Promise<void>) => void greeted.promise.then(send).catch(warn);
  const changed = (name: 'alarms' | 'members') => () => onceGreeted(async () => out.send(name, await hello()));
  const updates = alarmUpdates(actor.workspaceId, changed('alarms'));
  const memberUpdates = onceASecond(changed('members'));
  // Uses the event's own time: one query per second for every open page would be too many.
  let newest = new Date(0);
  const logUpdates = onceASecond(() => onceGreeted(() => out.send('events', { server_time: newest.toISOString() })));
  const onLogged = (event: FeedEvent) => {
    newest = event.createdAt;
    logUpdates.onChange();
  };
  let isLive = false;
  const ping = async () => {
    out.endIfStalled();
    if (!(await watch.check())) return;
    await out.send('ping', await hello(), isLive ? { id: packPosition(hub.position) } : {});
  };
  const pings = setInterval(() => void ping().catch(warn), PING_MS);
  const sendAway = async () => {
    c.env?.onStreamEnd?.('shutdown');
    const cut = setTimeout(leave, FAREWELL_MS);
    await out.sendRetry(randomInt(RECONNECT_ELSEWHERE_MS.from, RECONNECT_ELSEWHERE_MS.to));
    clearTimeout(cut);
    ended.resolve();
  };
  const subscription = subscribeToFeed(
    { hub, db },
    {
      ...subscriberOf(request, actor, {
        out,
        hello,
        onGreeted: greeted.resolve,
        onceGreeted,
        watch,
        onMembers: memberUpdates.onChange,
        onLogged,
      }),
      alarms: request.topics.some(({ name }) => name === ALARMS) ? updates.listener : undefined,
      onOverflow: leave,
    },
  );
  const unhear = hub.farewell.onFarewell(() => void sendAway().catch(warn));
  try {
    await Promise.race([subscription.upToDate, ended.promise]);
    isLive = true;
    await ended.promise;
  } finally {
    unhear();
    clearInterval(pings);
    updates.stop();
    memberUpdates.stop();
    logUpdates.stop();
    subscription.end();
  }
}

type Telling = {
  out: EventStreamOut;
  hello: () => Promise<{ server_time: string }>;
  onGreeted: () => void;
  /** Sends after the greeting. */
  onceGreeted: (send: () => Promise<void>) => void;
  watch: CredentialWatch;
  onMembers: () => void;
  onLogged: (event: FeedEvent) => void;
};

/** What a stream subscribes to, and how it sends its start and its events. */
function subscriberOf(
  { since, topics, isOfPage }: StreamRequest,
  actor: Actor,
  { out, hello, onGreeted, onceGreeted, watch, onMembers, onLogged }: Telling,
): Omit<FeedSubscriber, 'onOverflow'> {
  const includesMembers = topics.some(({ name }) => name === MEMBERS);
  const includesElsewhere = actor.credential.kind === 'session' && topics.some(({ name }) => name === TIMERS);
  return {
    workspaceId: actor.workspaceId,
    since,
    wants: (event) => topics.some((topic) => topic.has(event, actor)),
    ahead: (event) => watch.hear(event),
    onAnything: (event) => {
      const isHere = event.workspaceId === actor.workspaceId;
      if (includesMembers && isHere && changesMembers(event, actor)) onMembers();
      if (isOfPage && isHere && canReadEvent(event, actor)) onLogged(event);
      if (includesElsewhere && isElsewhere(event, actor)) onceGreeted(async () => out.send('elsewhere', await hello()));
    },
    onStart: async ({ kind, cursor }) => {
      // The session may have ended after it was recognized and before the subscription began.
      await watch.check();
      const data = await hello();
      // A resuming client already has its cursor, and may lose this connection before anything else arrives.
      await out.send('hello', data, { retry: RECONNECT_MS, ...(kind === 'now' && { id: cursor }) });
      if (kind === 'reset') await out.send('reset', { ...data, detail: RESET_DETAIL }, { id: cursor });
      onGreeted();
    },
    onEvent: ({ event, cursor }) => out.send(nounOf(event), messageOf(event), { id: cursor }),
  };
}

/** One timer runs at a time over all workspaces of a person: `GET /timers/current` has its details. */
function isElsewhere({ type, userId, workspaceId }: FeedEvent, actor: Actor): boolean {
  return type.startsWith('timer.') && userId === actor.userId && workspaceId !== actor.workspaceId;
}

/** `ticket` of `ticket.archived`: the name of the message. */
function nounOf({
  type,
}: FeedEvent): 'timer' | 'member' | 'invitation' | 'workspace' | 'ticket' | 'project' | 'import' | 'alarm' {
  return type.slice(0, type.indexOf('.')) as ReturnType<typeof nounOf>;
}

function warn(error: unknown): void {
  log.warn({ err: error }, 'stream message not sent');
}
