import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type IdentifyByKey, identifyByKey } from '#/lib/api/callers/identify.ts';
import type { CallerLimits } from '#/lib/api/limits/caller-limits.ts';
import { type GrpcServer, type GrpcServerParts, grpcServer } from '#/server/grpc-server.ts';
import { apiOf } from '#/test/api-client.ts';
import type { World } from '#/test/world.ts';

type Options = Partial<Pick<GrpcServerParts, 'api' | 'identify' | 'isServing' | 'isBehindProxy' | 'limits'>>;

/**
 * The gRPC services of this world on loopback, as `server/main.ts` serves them. They end with the world. If an API is
 * given, any caller is accepted as a member, unless `identify` decides otherwise.
 */
export async function serveGrpc(world: World, options: Options = {}): Promise<GrpcServer & { address: string }> {
  const { api = apiOf(world), isServing = async () => true, isBehindProxy = false, limits = {} } = options;
  const identify = options.identify ?? (options.api ? await anyMember(world) : byKey(world));
  const grpc = grpcServer({ api, identify, isServing, isBehindProxy, limits });
  grpc.server.listen(0, '127.0.0.1');
  await once(grpc.server, 'listening');
  world.database.onClose(() => void grpc.end());
  return { ...grpc, address: `127.0.0.1:${(grpc.server.address() as AddressInfo).port}` };
}

/** Accepts any caller, as one new member of the world. */
export async function anyMember(world: World): Promise<IdentifyByKey> {
  const { actor } = await world.member();
  return async () => actor;
}

/** By the API keys of the world, with these limits. */
export function byKey({ db, clock }: World, limits: CallerLimits | null = null): IdentifyByKey {
  return identifyByKey({ db, clock, limits });
}
