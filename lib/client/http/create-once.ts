import type { Http } from '#/lib/client/http/http.ts';
import { ApiProblem } from '#/lib/client/http/problem.ts';
import { randomId } from '#/lib/client/http/random-id.ts';

type Creation = { path: string; body: unknown };

/** Creations with an unknown outcome, by page. */
const pendingKeys = new WeakMap<Http, Map<string, string>>();

/**
 * Creates something exactly once: the same body sent again after no response, even from a reopened form, uses the same
 * idempotency key. Rejects with ApiProblem or NoResponse.
 */
export async function createOnce<T extends { server_time: string }>(http: Http, { path, body }: Creation): Promise<T> {
  const keys = keysOf(http);
  const text = `${path} ${JSON.stringify(body)}`;
  const idempotencyKey = keys.get(text) ?? randomId();
  keys.set(text, idempotencyKey);
  try {
    const response = await http.send<T>(path, { method: 'POST', body, idempotencyKey });
    keys.delete(text);
    return response;
  } catch (error) {
    if (error instanceof ApiProblem) keys.delete(text);
    throw error;
  }
}

function keysOf(http: Http): Map<string, string> {
  const keys = pendingKeys.get(http) ?? new Map<string, string>();
  pendingKeys.set(http, keys);
  return keys;
}
