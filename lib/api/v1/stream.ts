import { type SSEStreamingApi, streamSSE } from 'hono/streaming';
import type { Actor } from '#/lib/accounts/context.ts';
import { authorize } from '#/lib/accounts/roles/authorize.ts';
import type { ApiContext } from '#/lib/api/endpoint.ts';
import { isAppError } from '#/lib/core/errors.ts';
import { log } from '#/lib/core/log.ts';
import type { FeedEvent } from '#/lib/events/event.ts';
import type { AlarmsListener, FeedHub } from '#/lib/realtime/feed-hub.ts';

/** A client that hears nothing for a little over two of these knows that the line is dead. */
const PING_MS = 15_000;
const RECONNECT_MS = 2_000;
/** Alarms change by the thousand; a screen asks again once a second at most. */
const ALARMS_EVERY_MS = 1_000;
/** Nothing on the way may hold the stream back, as a proxy does that compresses. */
const HEADERS = { 'X-Accel-Buffering': 'no', 'Cache-Control': 'no-cache, no-transform' };

export type StreamParts = {
  hub: FeedHub;
  /** Recognises the caller once more. Throws 401 once the session or key is no longer good. */
  recognize: () => Promise<Actor>;
};

/**
 * Server-sent events (WHATWG HTML, section 9.2): `hello` at once, `timer` for each change of the caller's own timers,
 * `alarm` for alarms that publish an event, die, or are changed by somebody, `alarms` when any of the workspace have
 * changed, once a second at most, `ping` every 15 s. Events say what has changed; `GET /timers/current` and
 * `GET /alarms` say what is. Ends when the session or key does.
 */
export function answerStream(c: ApiContext, parts: StreamParts): Response {
  const ctx = c.get('ctx');
  if (!ctx.actor.scopes.has('alarms:read')) authorize(ctx, 'timers:read');
  const response =
    c.req.method === 'HEAD'
      ? c.body(null, 200, { 'Content-Type': 'text/event-stream' })
      : streamSSE(c, (stream) =>
          feed(c, stream, parts).catch((error: unknown) =>
            log.warn({ err: error }, 'stream ended; its reader reconnects'),
          ),
        );
  // Set on the answer, since Hono's helper sets its own.
  for (const [name, value] of Object.entries(HEADERS)) response.headers.set(name, value);
  return response;
}

async function feed(c: ApiContext, stream: SSEStreamingApi, { hub, recognize }: StreamParts): Promise<void> {
  const { actor, clock, db } = c.get('ctx');
  const serverTime = async () => (await clock.now(db)).toISOString();
  const { promise: left, resolve: leave } = Promise.withResolvers<void>();
  stream.onAbort(leave);
  const alarms = alarmNews(actor, () =>
    serverTime()
      .then((server_time) => send(stream, 'alarms', { server_time }))
      .catch((error: unknown) => log.warn({ err: error }, 'alarm news not sent')),
  );
  const unsubscribe = await hub.subscribe((event) => {
    if (endsCredential(event, actor)) leave();
    else if (isOwnTimer(event, actor)) send(stream, 'timer', timerMessage(event), String(event.id));
    else if (isVisibleAlarm(event, actor)) send(stream, 'alarm', alarmMessage(event), String(event.id));
  }, alarms.listener);
  const pings = setInterval(() => {
    recognize()
      .then(async () => send(stream, 'ping', { server_time: await serverTime() }))
      .catch((error: unknown) => {
        if (isAppError(error)) leave();
        else log.warn({ err: error }, 'stream ping not sent');
      });
  }, PING_MS);
  try {
    const hello = { server_time: await serverTime() };
    await stream.writeSSE({ event: 'hello', data: JSON.stringify(hello), retry: RECONNECT_MS });
    await left;
  } finally {
    clearInterval(pings);
    alarms.stop();
    unsubscribe();
  }
}

/** Calls `tell` for changes of the workspace's alarms that the caller may see: at once, then once a second at most. */
function alarmNews(actor: Actor, tell: () => void): { listener: AlarmsListener | undefined; stop: () => void } {
  let timer: NodeJS.Timeout | null = null;
  let isBehind = false;
  const onChange = () => {
    isBehind = timer !== null;
    if (isBehind) return;
    tell();
    timer = setTimeout(() => {
      timer = null;
      if (isBehind) onChange();
    }, ALARMS_EVERY_MS);
  };
  const stop = () => {
    if (timer) clearTimeout(timer);
  };
  return { listener: actor.scopes.has('alarms:read') ? { workspaceId: actor.workspaceId, onChange } : undefined, stop };
}

function isOwnTimer(event: FeedEvent, actor: Actor): boolean {
  if (!event.type.startsWith('timer.') || !actor.scopes.has('timers:read')) return false;
  return event.userId === actor.userId && event.workspaceId === actor.workspaceId;
}

function isVisibleAlarm(event: FeedEvent, actor: Actor): boolean {
  if (!event.type.startsWith('alarm.') || !actor.scopes.has('alarms:read')) return false;
  return event.workspaceId === actor.workspaceId;
}

/** The session was signed out, or the key revoked, with which this stream was opened. */
function endsCredential(event: FeedEvent, { credential }: Actor): boolean {
  if (event.type === 'session.revoked') {
    return credential.kind === 'session' && event.subjectId === credential.sessionId;
  }
  return event.type === 'api_key.revoked' && credential.kind === 'api_key' && event.subjectId === credential.apiKeyId;
}

function timerMessage(event: FeedEvent) {
  return {
    id: String(event.id),
    type: event.type,
    timer: event.data.timer,
    actor: event.actor,
    request_id: event.requestId,
    server_time: event.createdAt.toISOString(),
  };
}

function alarmMessage(event: FeedEvent) {
  return {
    id: String(event.id),
    type: event.type,
    ...event.data,
    actor: event.actor,
    request_id: event.requestId,
    server_time: event.createdAt.toISOString(),
  };
}

function send(stream: SSEStreamingApi, event: string, data: unknown, id?: string): void {
  if (stream.aborted || stream.closed) return;
  stream
    .writeSSE({ event, data: JSON.stringify(data), ...(id && { id }) })
    .catch((error: unknown) => log.debug({ err: error }, 'stream reader has left'));
}
