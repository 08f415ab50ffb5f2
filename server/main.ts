import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import next from 'next';
import { bootstrap } from '#/lib/accounts/users/bootstrap.ts';
import { alertLimits } from '#/lib/analytics/alerts/alert-limits.ts';
import { exportOperationsMetrics } from '#/lib/analytics/minutes/export-operations-metrics.ts';
import { identifyByKey } from '#/lib/api/callers/identify.ts';
import { defaultApi, defaultLimits, defaultReads } from '#/lib/api/default-api.ts';
import { findHealthResponse } from '#/lib/api/health/find-health-response.ts';
import { nodeListener } from '#/lib/api/node-listener.ts';
import { socketServer } from '#/lib/api/stream/socket-server.ts';
import { env, SettingsError } from '#/lib/core/env.ts';
import { log } from '#/lib/core/log.ts';
import { db } from '#/lib/db/client.ts';
import { databaseClock } from '#/lib/db/database-clock.ts';
import { rejectWrongPooler } from '#/lib/db/pooler.ts';
import { exportReplicaLag, sharedReplica } from '#/lib/db/replica.ts';
import { CANARY_WORKSPACE } from '#/lib/engine/canary/canary.ts';
import { ensurePartitions } from '#/lib/engine/partitions/keep-partitions.ts';
import { sharedHub } from '#/lib/feed/hub/shared-hub.ts';
import { Drain, endGracefully } from '#/server/drain.ts';
import { collectHeapRarely } from '#/server/garbage-collection.ts';
import { type GrpcServer, grpcServer } from '#/server/grpc-server.ts';
import { httpServer } from '#/server/http-server.ts';
import { normalizeTarget } from '#/server/request-target.ts';
import { buildFiles } from '#/server/serve-build-files.ts';
import { serveHealth } from '#/server/serve-health.ts';
import { serveMetricsPath } from '#/server/serve-metrics.ts';
import { serveReferenceScript } from '#/server/serve-reference-script.ts';
import { handleUpgrades } from '#/server/upgrade-handler.ts';
import { warmUp } from '#/server/warm-up.ts';
import { watchWorkers } from '#/server/watch-workers.ts';

type Exchange = [request: IncomingMessage, response: ServerResponse];

/** The web process: one port for the API and its streams, served here, and for pages, served by Next. */
async function main(): Promise<void> {
  collectHeapRarely();
  const settings = env();
  // next-auth 4 reads these two only from the environment.
  process.env.NEXTAUTH_URL = settings.APP_URL;
  process.env.NEXTAUTH_SECRET = settings.AUTH_SECRET;
  await rejectWrongPooler(settings);
  await bootstrap({ db: db(), clock: databaseClock }, settings);
  // An abort writes history: its partition must exist even if no worker has run yet.
  await ensurePartitions({ db: db(), clock: databaseClock, requestId: null });

  const isDev = process.env.NODE_ENV === 'development';
  const pageUpgrades = createServer();
  const pages = next({
    httpServer: pageUpgrades,
    dev: isDev,
    dir: process.cwd(),
    hostname: settings.HOST,
    port: settings.PORT,
  });
  await pages.prepare();
  const respondWithPage = pages.getRequestHandler();
  // In development pages are built on demand.
  if (!isDev) await warmUp(respondWithPage);
  const isBehindProxy = settings.BEHIND_PROXY === 'yes';
  const prepare = (request: IncomingMessage) => {
    normalizeTarget(request);
    if (!isBehindProxy) nameClient(request);
  };
  const handlers = {
    api: nodeListener(defaultApi().fetch),
    pages: respondWithPage,
    metrics: (...requested: Exchange) =>
      serveMetricsPath(...requested, { token: settings.METRICS_TOKEN, isBehindProxy }),
    referenceScript: (...requested: Exchange) =>
      serveReferenceScript(...requested, settings.APP_URL.startsWith('https:')),
    // In development they change while it runs.
    buildFile: isDev ? async () => false : buildFiles(settings.APP_URL.startsWith('https:')),
    health: (...requested: [...Exchange, string]) =>
      serveHealth(...requested, {
        db: db(),
        clock: databaseClock,
        replica: sharedReplica(),
        isDraining: drain.isDraining,
      }),
  };
  const isServing = async () => {
    const parts = { db: db(), clock: databaseClock, isDraining: drain.isDraining };
    return (await findHealthResponse('/api/ready', parts))?.status === 200;
  };
  const server = httpServer(handlers, prepare);
  exportOperationsMetrics({ db: db(), clock: databaseClock, requestId: null }, CANARY_WORKSPACE);
  exportReplicaLag();
  await watchWorkers({ db: db(), clock: databaseClock, requestId: null }, alertLimits(settings));
  const { APP_URL: appUrl } = settings;
  const hub = sharedHub();
  const reads = defaultReads();
  const sockets = socketServer({ db: db(), clock: databaseClock, hub, reads, appUrl, limits: defaultLimits() });
  const identify = identifyByKey({ db: db(), clock: databaseClock, limits: defaultLimits() });
  const grpc = settings.GRPC_PORT > 0 ? grpcServer({ api: defaultApi(), identify, isServing, isBehindProxy }) : null;
  const drain = new Drain(server, {
    closeStreams: async () => {
      hub.shutdown.announce();
      await grpc?.end();
    },
  });
  handleUpgrades(server, isDev ? pageUpgrades : null, sockets, prepare);
  server.once('error', (error: NodeJS.ErrnoException) => fail(formatListening(error, 'PORT', settings)));
  server.listen(settings.PORT, settings.HOST, () => log.info({ url: settings.APP_URL }, 'web is ready'));
  if (grpc) listenForGrpc(grpc, settings);
  const after = async () => {
    await pages.close();
    await Promise.all([db().$disconnect(), reads.close()]);
  };
  endGracefully(drain, { drainSeconds: settings.DRAIN_SECONDS, after });
}

/**
 * Writes the socket's address over whatever the client claims about itself, so that limits per address can't be evaded
 * with made-up addresses. Only correct without a proxy in front.
 */
function nameClient(request: IncomingMessage): void {
  request.headers['x-forwarded-for'] = request.socket.remoteAddress ?? '';
}

type Listening = { HOST: string; PORT: number; GRPC_PORT: number };

function listenForGrpc({ server }: GrpcServer, settings: Listening): void {
  const { HOST, GRPC_PORT } = settings;
  server.once('error', (error: NodeJS.ErrnoException) => fail(formatListening(error, 'GRPC_PORT', settings)));
  server.listen(GRPC_PORT, HOST, () => log.info({ port: GRPC_PORT }, 'gRPC is ready'));
}

function formatListening(error: NodeJS.ErrnoException, name: 'PORT' | 'GRPC_PORT', settings: Listening): string {
  const port = settings[name];
  if (error.code === 'EADDRINUSE') return `Port ${port} is in use. Stop what uses it, or set ${name} to another one.`;
  if (error.code === 'EACCES') return `Port ${port} needs more rights. Set ${name} to one above 1023.`;
  return `Can't listen on ${settings.HOST}:${port}: ${error.message}`;
}

function fail(message: string): never {
  log.fatal(message);
  process.exit(1);
}

main().catch((error: unknown) => {
  if (error instanceof SettingsError) fail(error.message);
  log.fatal({ err: error }, 'web could not start');
  process.exit(1);
});
