import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Api, buildApi } from '#/lib/api/app.ts';
import type { CallerLimits } from '#/lib/api/limits/caller-limits.ts';
import { type Reads, readsOn } from '#/lib/api/limits/reads.ts';
import { nodeListener } from '#/lib/api/node-listener.ts';
import { type SocketServer, socketServer } from '#/lib/api/stream/socket-server.ts';
import type { Clock } from '#/lib/core/clock.ts';
import type { FeedHub } from '#/lib/feed/hub/feed-hub.ts';
import { httpServer } from '#/server/http-server.ts';
import { normalizeTarget } from '#/server/request-target.ts';
import { handleUpgrades } from '#/server/upgrade-handler.ts';
import { APP_URL, apiOf, hubOf, instancesOf } from '#/test/api-client.ts';
import { StalledWrites } from '#/test/stalled-writes.ts';
import type { World } from '#/test/world.ts';

export type ApiServer = { url: string; server: Server; sockets: SocketServer; stalled: StalledWrites };

/** Long enough for clients on a busy machine to authenticate. */
const AUTHENTICATE_WITHIN_MS = 60_000;

/** The web process's response to other paths than the API's. */
const page = async (_request: IncomingMessage, response: ServerResponse) => void response.end('a page');
const notMine = async () => false;
const NOTHING_ELSE = { pages: page, metrics: page, referenceScript: page, health: notMine, buildFile: notMine };

type Options = { authenticateWithinMs?: number; limits?: CallerLimits; clock?: Clock; hub?: FeedHub; reads?: Reads };

/** The API of this world behind a real HTTP server on loopback, as `server/main.ts` mounts it. Ends with the world. */
export async function serveApi(world: World, options: Options = {}): Promise<ApiServer> {
  const api = nodeListener(apiWith(world, options).fetch);
  const server = httpServer({ ...NOTHING_ELSE, api }, normalizeTarget);
  const stalled = new StalledWrites(server);
  const { clock } = world;
  const each = instancesOf(world).map(({ db, hub }) =>
    socketServer({
      db,
      clock,
      hub,
      reads: readsOn(db),
      appUrl: APP_URL,
      limits: null,
      authenticateWithinMs: AUTHENTICATE_WITHIN_MS,
      ...options,
    }),
  );
  const sockets = roundRobin(each);
  handleUpgrades(server, createServer(), sockets, normalizeTarget);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  world.database.onClose(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`, server, sockets, stalled };
}

/** The world's own, unless it should use another clock or other connections for reads. */
function apiWith(world: World, { clock, reads }: Options): Api {
  if (!clock && !reads) return apiOf(world);
  const parts = { db: world.db, hub: hubOf(world), appUrl: APP_URL, clock: clock ?? world.clock };
  return buildApi({ ...parts, ...(reads && { reads }) });
}

/** Several instances accept handshakes round robin. */
function roundRobin(these: SocketServer[]): SocketServer {
  let turn = 0;
  return {
    upgrade: (...requested) => {
      turn += 1;
      return (these[turn % these.length] as SocketServer).upgrade(...requested);
    },
    size: () => these.reduce((sum, one) => sum + one.size(), 0),
  };
}
