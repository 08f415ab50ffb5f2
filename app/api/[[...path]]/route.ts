import { defaultApi } from '#/lib/api/default-api.ts';

// The web process responds to these paths before Next does. This mount serves the same app under plain `next start`.
export const dynamic = 'force-dynamic';

async function response(request: Request): Promise<Response> {
  return defaultApi().fetch(request);
}

export {
  response as DELETE,
  response as GET,
  response as OPTIONS,
  response as PATCH,
  response as POST,
  response as PUT,
};
