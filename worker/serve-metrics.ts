import { createServer, type Server } from 'node:http';
import type { Env } from '#/lib/core/env.ts';
import { log } from '#/lib/core/log.ts';
import { metricsResponse } from '#/lib/core/metrics-response.ts';
import { mayReadWorker } from '#/lib/core/metrics-token.ts';

export type MetricsSettings = Pick<Env, 'WORKER_METRICS_HOST' | 'WORKER_METRICS_PORT' | 'METRICS_TOKEN'>;

/**
 * Serves the metrics of this process at `/metrics`, to other machines with the token only, and at `/health` that it is
 * alive; does nothing when the port is 0. A port in use does not stop the process.
 */
export function serveMetrics(settings: MetricsSettings): Server | null {
  const { WORKER_METRICS_HOST: host, WORKER_METRICS_PORT: port, METRICS_TOKEN: token } = settings;
  if (port === 0) return null;
  const server = createServer(async (request, response) => {
    if (request.url === '/health') return void response.writeHead(200, { 'Content-Type': 'text/plain' }).end('ok\n');
    // A client that meant the web process must not mistake this for it.
    if (request.url !== '/metrics') return void response.writeHead(404).end();
    const { status, headers, body } = await metricsResponse(mayReadWorker(request, token));
    response.writeHead(status, headers).end(body);
  });
  server.on('error', (error: NodeJS.ErrnoException) => {
    const isTaken = error.code === 'EADDRINUSE';
    const why = isTaken ? 'its port is in use' : 'its port can’t be listened on';
    log.warn(
      { host, port, ...(!isTaken && { err: error }) },
      `no metrics of the worker: ${why}; set WORKER_METRICS_PORT to a free one, or 0 for none`,
    );
  });
  server.listen(port, host, () => log.info({ host, port }, 'metrics are at /metrics'));
  return server;
}
