import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type GrpcServer, type GrpcServerParts, grpcServer } from '#/server/grpc-server.ts';
import { apiOf } from '#/test/api-client.ts';
import type { World } from '#/test/world.ts';

type Options = Partial<Pick<GrpcServerParts, 'api' | 'isServing' | 'isBehindProxy' | 'limits'>>;

/** The gRPC services of this world on loopback, as `server/main.ts` serves them. End with the world. */
export async function serveGrpc(world: World, options: Options = {}): Promise<GrpcServer & { address: string }> {
  const { api = apiOf(world), isServing = async () => true, isBehindProxy = false, limits = {} } = options;
  const grpc = grpcServer({ api, isServing, isBehindProxy, limits });
  grpc.server.listen(0, '127.0.0.1');
  await once(grpc.server, 'listening');
  world.database.onClose(() => void grpc.end());
  return { ...grpc, address: `127.0.0.1:${(grpc.server.address() as AddressInfo).port}` };
}
