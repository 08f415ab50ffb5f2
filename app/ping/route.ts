import { healthResponse } from '#/lib/api/health/health-response.ts';
import { defaultSystem } from '#/lib/context/default-system.ts';

// The web process responds to this path before Next does. This mount serves the same under plain `next start`.
export const dynamic = 'force-dynamic';

export async function GET(): Promise<Response> {
  return healthResponse('/ping', defaultSystem());
}
