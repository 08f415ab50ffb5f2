import { once } from 'node:events';
import { onTestFinished } from 'vitest';
import WebSocket from 'ws';
import type { Ctx } from '#/lib/context/context.ts';
import { apiKeyFor } from '#/test/api-client.ts';
import { serveApi } from '#/test/api-server.ts';
import type { World } from '#/test/world.ts';

/** One event as one socket received it, and when by `performance.now()`. */
type ReceivedRequest = { id: string; atMs: number };

/**
 * Many sockets of one member that are subscribed to the timers of the workspace. Returns what each has received so far.
 */
export async function listeningSockets(world: World, owner: Ctx, count: number): Promise<ReceivedRequest[][]> {
  Object.assign(process.env, { DATABASE_URL: world.database.url, STREAMS_PER_KEY: String(count) });
  const { url } = await serveApi(world);
  const headers = { authorization: `Bearer ${await apiKeyFor(world, owner)}` };
  const sockets: WebSocket[] = [];
  onTestFinished(() => {
    for (const socket of sockets) socket.terminate();
  });
  return Promise.all(
    Array.from({ length: count }, async () => {
      const socket = new WebSocket(`${url.replace('http', 'ws')}/ws`, { headers });
      sockets.push(socket);
      await once(socket, 'open');
      return subscribe(socket);
    }),
  );
}

async function subscribe(socket: WebSocket): Promise<ReceivedRequest[]> {
  const received: ReceivedRequest[] = [];
  const subscribed = Promise.withResolvers<void>();
  socket.on('message', (data) => {
    const atMs = performance.now();
    const { id, ref } = JSON.parse(data.toString());
    if (ref === 'all') subscribed.resolve();
    if (id) received.push({ id, atMs });
  });
  socket.send(JSON.stringify({ type: 'subscribe', topics: ['workspace_timers'], ref: 'all' }));
  await subscribed.promise;
  return received;
}
