import { env } from '#/lib/core/env.ts';
import { metricsResponse } from '#/lib/core/metrics-response.ts';
import { carriesToken } from '#/lib/core/metrics-token.ts';

// The web process responds to this path before Next does. Under plain `next start`, requests from this machine can't be
// recognized, so the token is required.
export const dynamic = 'force-dynamic';

export async function GET(request: Request): Promise<Response> {
  const token = env().METRICS_TOKEN;
  const mayRead = token !== undefined && carriesToken(request.headers.get('authorization'), token);
  const { body, ...init } = await metricsResponse(mayRead);
  return new Response(body, init);
}
