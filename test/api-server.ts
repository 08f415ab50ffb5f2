import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { nodeListener } from '#/lib/api/node-listener.ts';
import { apiOf } from '#/test/api-client.ts';
import type { World } from '#/test/world.ts';

export type ApiServer = { url: string; server: Server };

/** The API of this world behind a real HTTP server on loopback, as `server/main.ts` mounts it. Ends with the world. */
export async function serveApi(world: World): Promise<ApiServer> {
  const server = createServer(nodeListener(apiOf(world).fetch));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  world.database.onClose(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`, server };
}
