import { hashSecret, newSecret, prefixOf } from '#/lib/accounts/api-keys/api-key.ts';
import type { Ctx } from '#/lib/accounts/context.ts';
import type { Permission } from '#/lib/accounts/roles/role.ts';
import { type Api, buildApi } from '#/lib/api/app.ts';
import { newId } from '#/lib/core/ids.ts';
import { FeedHub } from '#/lib/realtime/feed-hub.ts';
import { expectDocumented } from '#/test/api-contract.ts';
import type { World } from '#/test/world.ts';

/** The address under which tests reach the product. */
export const APP_URL = 'http://timers.test';

export type ApiAnswer<Body> = { status: number; headers: Headers; body: Body };
/**
 * Sends a request below `/api/v1`. A body that is text goes out as it is, anything else as JSON. Each answer is held
 * against the OpenAPI document.
 */
export type ApiClient = <Body = unknown>(
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<ApiAnswer<Body>>;

type KeyOptions = { scopes?: readonly Permission[]; expiresAt?: Date; revokedAt?: Date };

/** An API key of this member, and a function that sends requests with it. */
export async function apiFor(world: World, ctx: Ctx, options: KeyOptions = {}): Promise<ApiClient> {
  return clientWith(world, { authorization: `Bearer ${await apiKeyFor(world, ctx, options)}` });
}

/** The secret of a new API key, which has all the scopes of its owner unless told otherwise. */
export async function apiKeyFor(world: World, ctx: Ctx, options: KeyOptions = {}): Promise<string> {
  const secret = newSecret();
  const { scopes = [...ctx.actor.scopes], ...times } = options;
  const { workspaceId, userId } = ctx.actor;
  const row = { id: newId(), workspaceId, userId, name: 'test', prefix: prefixOf(secret), scopes: [...scopes] };
  await world.db.apiKey.create({ data: { ...row, ...times, secretHash: hashSecret(secret) } });
  return secret;
}

/** A client that sends these headers and no others to say who it is. */
export function clientWith(world: World, always: Record<string, string>): ApiClient {
  return clientOf(apiOf(world), always);
}

/** The same, of an API that need not be the world's own. */
export function clientOf(app: Api, always: Record<string, string>): ApiClient {
  return async <Body>(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const hasBody = body !== undefined;
    const response = await app.request(`${APP_URL}/api/v1${path}`, {
      method,
      headers: { ...always, ...(hasBody && { 'content-type': 'application/json' }), ...headers },
      ...(hasBody && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const answer = {
      status: response.status,
      headers: response.headers,
      body: (text ? JSON.parse(text) : null) as Body,
    };
    const contentType = response.headers.get('content-type');
    if (text) expectDocumented({ method, path, contentType, status: answer.status, body: answer.body });
    questions.set(answer, { method, path });
    return answer;
  };
}

const questions = new WeakMap<object, { method: string; path: string }>();

/** What an answer of these clients was asked. */
export function questionOf(answer: object): { method: string; path: string } | undefined {
  return questions.get(answer);
}

const apis = new WeakMap<World, Api>();
const hubs = new WeakMap<World, FeedHub>();

/** The one reader of this world's feed. */
export function hubOf(world: World): FeedHub {
  const known = hubs.get(world);
  if (known) return known;
  const hub = new FeedHub(world.db, world.database.url);
  world.database.onClose(() => hub.close());
  hubs.set(world, hub);
  return hub;
}

/** The product's API on this world's database and clock. */
export function apiOf(world: World): Api {
  const known = apis.get(world);
  if (known) return known;
  const hub = hubOf(world);
  const api = buildApi({ db: world.db, clock: world.clock, hub, appUrl: APP_URL });
  apis.set(world, api);
  return api;
}
