import { type SSEStreamingApi, streamSSE } from 'hono/streaming';
import { authorize } from '#/lib/accounts/roles/authorize.ts';
import type { ApiContext } from '#/lib/api/endpoint.ts';
import { log } from '#/lib/core/log.ts';
import type { FeedEvent } from '#/lib/events/event.ts';
import type { FeedHub } from '#/lib/realtime/feed-hub.ts';

/** A client that hears nothing for a little over two of these knows that the line is dead. */
const PING_MS = 15_000;
const RECONNECT_MS = 2_000;

/**
 * Server-sent events (WHATWG HTML, section 9.2): `hello` at once, `timer` for each change of the caller's own timers,
 * `ping` every 15 s. Events say what has changed; `GET /timers/current` says what is.
 */
export async function answerStream(c: ApiContext, hub: FeedHub): Promise<Response> {
  const ctx = c.get('ctx');
  authorize(ctx, 'timers:read');
  const { userId, workspaceId } = ctx.actor;
  c.header('X-Accel-Buffering', 'no');
  c.header('Cache-Control', 'no-cache, no-transform');
  return streamSSE(c, async (stream) => {
    const serverTime = async () => (await ctx.clock.now(ctx.db)).toISOString();
    const left = new Promise<void>((resolve) => stream.onAbort(resolve));
    const unsubscribe = await hub.subscribe((event) => {
      if (event.userId !== userId || event.workspaceId !== workspaceId || !event.type.startsWith('timer.')) return;
      send(stream, 'timer', timerMessage(event), String(event.id));
    });
    const pings = setInterval(() => {
      serverTime()
        .then((time) => send(stream, 'ping', { server_time: time }))
        .catch((error: unknown) => log.warn({ err: error }, 'stream ping not sent'));
    }, PING_MS);
    try {
      await stream.writeSSE({
        event: 'hello',
        data: JSON.stringify({ server_time: await serverTime() }),
        retry: RECONNECT_MS,
      });
      await left;
    } finally {
      clearInterval(pings);
      unsubscribe();
    }
  });
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

function send(stream: SSEStreamingApi, event: string, data: unknown, id?: string): void {
  if (stream.aborted || stream.closed) return;
  stream
    .writeSSE({ event, data: JSON.stringify(data), ...(id && { id }) })
    .catch((error: unknown) => log.debug({ err: error }, 'stream reader has left'));
}
