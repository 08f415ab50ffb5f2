import { findHealthResponse, type HealthParts } from '#/lib/api/health/find-health-response.ts';

/** What `findHealthResponse` says, as Next's route handlers answer it. */
export async function healthResponse(path: string, parts: HealthParts): Promise<Response> {
  const answer = await findHealthResponse(path, parts);
  if (!answer) return new Response(null, { status: 404 });
  const headers = { 'Content-Type': answer.type, 'Cache-Control': 'no-store' };
  return new Response(answer.body, { status: answer.status, headers });
}
