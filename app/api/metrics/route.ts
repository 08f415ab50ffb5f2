import { env } from '#/lib/core/env.ts';
import { metricsResponse } from '#/lib/core/metrics-response.ts';
import { carriesToken } from '#/lib/core/metrics-token.ts';

// The web process responds to this path before Next does. Under plain `next start` no one can tell who is of this machine, so
// that the token is needed.
export const dynamic = 'force-dynamic';

export async function GET(request: Request): Promise<Response> {
  const token = env().METRICS_TOKEN;
  const mayRead = token !== undefined && carriesToken(request.headers.get('authorization'), token);
  const { body, ...init } = await metricsResponse(mayRead);
  return new Response(body, init);
}
