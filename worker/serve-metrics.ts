import { createServer, type Server } from 'node:http';
import { log } from '#/lib/core/log.ts';
import { metrics } from '#/lib/core/metrics.ts';

/**
 * Serves the metrics of this process on loopback, or nowhere when the port is 0. A port in use is no reason to stop.
 */
export function serveMetrics(port: number): Server | null {
  if (port === 0) return null;
  const server = createServer(async (request, response) => {
    // Who meant the web process must not take this for it.
    if (request.url !== '/metrics') return void response.writeHead(404).end();
    try {
      const text = await metrics.metrics();
      response.writeHead(200, { 'Content-Type': metrics.contentType }).end(text);
    } catch (error) {
      log.warn({ err: error }, 'metrics not readable');
      response.writeHead(503).end();
    }
  });
  server.on('error', (error: NodeJS.ErrnoException) => {
    const isTaken = error.code === 'EADDRINUSE';
    const why = isTaken ? 'its port is in use' : 'its port can’t be listened on';
    log.warn(
      { port, ...(!isTaken && { err: error }) },
      `no metrics of the worker: ${why}; set WORKER_METRICS_PORT to a free one, or 0 for none`,
    );
  });
  server.listen(port, '127.0.0.1', () => log.info({ port }, 'metrics are at /metrics'));
  return server;
}
