import { findHealthResponse, type HealthParts } from '#/lib/api/health/find-health-response.ts';

/** The result of `findHealthResponse`, as a response of Next's route handlers. */
export async function healthResponse(path: string, parts: HealthParts): Promise<Response> {
  const response = await findHealthResponse(path, parts);
  if (!response) return new Response(null, { status: 404 });
  const headers = { 'Content-Type': response.type, 'Cache-Control': 'no-store' };
  return new Response(response.body, { status: response.status, headers });
}
