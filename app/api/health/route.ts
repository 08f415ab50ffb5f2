import { defaultSystem } from '#/lib/accounts/default-system.ts';
import { healthResponse } from '#/lib/api/health/health-response.ts';

// The web process answers this path before Next does. This mount serves the same under plain `next start`.
export const dynamic = 'force-dynamic';

export async function GET(): Promise<Response> {
  return healthResponse('/api/health', defaultSystem());
}
