import { defaultApi } from '#/lib/api/default-api.ts';

// The web process responds to these paths before Next does. This mount serves the same app under plain `next start`.
export const dynamic = 'force-dynamic';

async function answer(request: Request): Promise<Response> {
  return defaultApi().fetch(request);
}

export { answer as DELETE, answer as GET, answer as PATCH, answer as POST, answer as PUT };
