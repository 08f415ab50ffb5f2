import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serveParent } from '#/bench/processes/calls.ts';
import { bootstrap } from '#/lib/accounts/users/bootstrap.ts';
import { identifyByKey } from '#/lib/api/callers/identify.ts';
import { defaultApi, defaultLimits } from '#/lib/api/default-api.ts';
import { nodeListener } from '#/lib/api/node-listener.ts';
import { env } from '#/lib/core/env.ts';
import { db } from '#/lib/db/client.ts';
import { databaseClock } from '#/lib/db/database-clock.ts';
import { collectHeapRarely } from '#/server/garbage-collection.ts';
import { grpcServer } from '#/server/grpc-server.ts';
import { KEEP_ALIVE_MS } from '#/server/http-server.ts';

// The API as `server/main.ts` serves it, without the pages, which would have to be built first.

collectHeapRarely();
await bootstrap({ db: db(), clock: databaseClock }, env());
const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, nodeListener(defaultApi().fetch));
server.listen(0, '127.0.0.1', 1_024);
await once(server, 'listening');

const identify = identifyByKey({ db: db(), clock: databaseClock, limits: defaultLimits() });
const grpc = grpcServer({ api: defaultApi(), identify, isServing: async () => true, isBehindProxy: false });
grpc.server.listen(0, '127.0.0.1', 1_024);
await once(grpc.server, 'listening');

const questions = {
  port: (_: null) => (server.address() as AddressInfo).port,
  processorMs: (_: null) => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000;
  },
  grpcPort: (_: null) => (grpc.server.address() as AddressInfo).port,
};
export type ApiQuestions = typeof questions;
serveParent(questions, () => {
  server.closeAllConnections();
  return grpc.end();
});
