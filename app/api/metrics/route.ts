import { env } from '#/lib/core/env.ts';
import { metrics } from '#/lib/core/metrics.ts';
import { carriesToken } from '#/lib/core/metrics-token.ts';

// The web process answers this path before Next does. Under plain `next start` no one can tell who is of this machine, so
// that the token is needed.
export const dynamic = 'force-dynamic';

export async function GET(request: Request): Promise<Response> {
  const token = env().METRICS_TOKEN;
  if (!token || !carriesToken(request.headers.get('authorization'), token)) {
    return new Response('Set METRICS_TOKEN, and send it as "Authorization: Bearer <token>".\n', {
      status: 401,
      headers: { 'WWW-Authenticate': 'Bearer realm="metrics"', 'Content-Type': 'text/plain' },
    });
  }
  const headers = { 'Content-Type': metrics.contentType, 'Cache-Control': 'no-store' };
  return new Response(await metrics.metrics(), { headers });
}
