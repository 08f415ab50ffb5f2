import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { readsOn } from '#/lib/api/limits/reads.ts';
import type { SocketParts } from '#/lib/api/stream/feed-socket.ts';
import { socketServer } from '#/lib/api/stream/socket-server.ts';
import { APP_URL, type ApiResponse, apiKeyFor, hubOf } from '#/test/api-client.ts';
import { expectDocumented } from '#/test/api-contract.ts';
import { awayParts, FAILING_CLOCK, oneAMinute } from '#/test/contract/broken-apis.ts';
import { type Scenario, type Scene, scenariosOf } from '#/test/contract/scene.ts';
import { withAllStreams } from '#/test/contract/streams.ts';
import type { World } from '#/test/world.ts';

const HANDSHAKE = {
  Connection: 'Upgrade',
  Upgrade: 'websocket',
  'Sec-WebSocket-Version': '13',
  'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
};

/** A real server, since Hono alone can't respond to an upgrade. */
async function serveSockets(world: World, broken: Partial<SocketParts> = {}): Promise<number> {
  const { db, clock } = world;
  const parts = { db, clock, hub: hubOf(world), reads: readsOn(db), appUrl: APP_URL, limits: null };
  const { upgrade } = socketServer({ ...parts, ...broken });
  const server = createServer().on('upgrade', upgrade).listen(0, '127.0.0.1');
  await once(server, 'listening');
  world.database.onClose(() => void server.close());
  return (server.address() as AddressInfo).port;
}

/** The response to a handshake; a socket that opens is closed at once. */
async function shake(port: number, secret: string, headers: object = HANDSHAKE): Promise<ApiResponse<unknown>> {
  const requests = request({
    port,
    host: '127.0.0.1',
    path: '/api/v1/ws',
    headers: { ...headers, authorization: `Bearer ${secret}` },
  }).end();
  const opened = once(requests, 'upgrade').then(([response, socket]) => {
    socket.destroy();
    return { status: response.statusCode, headers: new Headers(response.headers), body: null };
  });
  const rejected = once(requests, 'response').then(async ([response]) => {
    const { statusCode: status, headers } = response;
    const body = JSON.parse(await text(response));
    expectDocumented({ method: 'GET', path: '/ws', contentType: headers['content-type'], status, body });
    return { status, headers: new Headers(headers), body };
  });
  return Promise.race([opened, rejected]);
}

const shakeWith =
  (brokenOf: (world: World) => Partial<SocketParts>): Scenario['request'] =>
  async ({ world, owner }) =>
    shake(await serveSockets(world, brokenOf(world)), await apiKeyFor(world, owner));

/** A second request, with a limit of one per minute. */
async function oneTooSoon({ world, owner }: Scene): Promise<ApiResponse<unknown>> {
  const secret = await apiKeyFor(world, owner);
  const port = await serveSockets(world, { limits: oneAMinute(world) });
  await shake(port, secret);
  return shake(port, secret);
}

export const socketScenarios: Scenario[] = scenariosOf('openSocket', {
  101: shakeWith(() => ({})),
  '400 handshake_invalid': async ({ world, owner }) => {
    const { 'Sec-WebSocket-Key': _key, ...rest } = HANDSHAKE;
    return shake(await serveSockets(world), await apiKeyFor(world, owner), rest);
  },
  '401 api_key_invalid': async ({ world }) => shake(await serveSockets(world), 'tk_nobody'),
  '426 upgrade_required': ({ api }) => api('GET', '/ws'),
  '429 too_many_streams': ({ world, owner }) =>
    withAllStreams(world, owner, async (secret) => shake(await serveSockets(world), secret)),
  '429 rate_limited': oneTooSoon,
  '500 internal': shakeWith(() => ({ clock: FAILING_CLOCK })),
  '503 database_unavailable': shakeWith(awayParts),
});
