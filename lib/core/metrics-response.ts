import { log } from '#/lib/core/log.ts';
import { metrics } from '#/lib/core/metrics.ts';

type MetricsResponse = { status: number; headers: Record<string, string>; body: string };

const FORBIDDEN: MetricsResponse = {
  status: 401,
  headers: { 'WWW-Authenticate': 'Bearer realm="metrics"', 'Content-Type': 'text/plain' },
  body: 'Set METRICS_TOKEN, and send it as "Authorization: Bearer <token>".\n',
};

/** The response with this process's metrics for Prometheus; 503 while a collector fails. */
export async function metricsResponse(mayRead: boolean): Promise<MetricsResponse> {
  if (!mayRead) return FORBIDDEN;
  try {
    const headers = { 'Content-Type': metrics.contentType, 'Cache-Control': 'no-store' };
    return { status: 200, headers, body: await metrics.metrics() };
  } catch (error) {
    log.warn({ err: error }, 'metrics not readable');
    return { status: 503, headers: {}, body: '' };
  }
}
