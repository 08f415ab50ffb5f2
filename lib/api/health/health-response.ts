import { answerHealth, type HealthParts } from '#/lib/api/health/answer-health.ts';

/** What `answerHealth` says, as Next's route handlers answer it. */
export async function healthResponse(path: string, parts: HealthParts): Promise<Response> {
  const answer = await answerHealth(path, parts);
  if (!answer) return new Response(null, { status: 404 });
  const headers = { 'Content-Type': answer.type, 'Cache-Control': 'no-store' };
  return new Response(answer.body, { status: answer.status, headers });
}
