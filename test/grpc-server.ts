import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Api } from '#/lib/api/app.ts';
import type { IsServing } from '#/lib/grpc/health.ts';
import { type GrpcServer, grpcServer } from '#/server/grpc-server.ts';
import { apiOf } from '#/test/api-client.ts';
import type { World } from '#/test/world.ts';

type Options = { api?: Api; isServing?: IsServing; isBehindProxy?: boolean };

/** The gRPC services of this world on loopback, as `server/main.ts` serves them. End with the world. */
export async function serveGrpc(world: World, options: Options = {}): Promise<GrpcServer & { address: string }> {
  const { api = apiOf(world), isServing = async () => true, isBehindProxy = false } = options;
  const grpc = grpcServer({ api, isServing, isBehindProxy });
  grpc.server.listen(0, '127.0.0.1');
  await once(grpc.server, 'listening');
  world.database.onClose(() => void grpc.end());
  return { ...grpc, address: `127.0.0.1:${(grpc.server.address() as AddressInfo).port}` };
}
