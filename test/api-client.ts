import { hashSecret, newSecret, prefixOf } from '#/lib/accounts/api-keys/api-key.ts';
import { type Api, buildApi } from '#/lib/api/app.ts';
import type { Ctx } from '#/lib/context/context.ts';
import type { Permission } from '#/lib/context/roles/role.ts';
import { newId } from '#/lib/core/ids.ts';
import { connect, type Db } from '#/lib/db/client.ts';
import { FeedHub } from '#/lib/feed/hub/feed-hub.ts';
import { expectDocumented } from '#/test/api-contract.ts';
import type { World } from '#/test/world.ts';

/** The URL at which tests reach the product. */
export const APP_URL = 'http://timers.test';

export type ApiResponse<Body> = { status: number; headers: Headers; body: Body };
/**
 * Sends a request below `/api/v1`. A text body is sent unchanged, any other as JSON. Each response is checked against
 * the OpenAPI document.
 */
export type ApiClient = <Body = unknown>(
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<ApiResponse<Body>>;

const FURTHER_CONNECTIONS = 20;

type KeyOptions = { scopes?: readonly Permission[]; expiresAt?: Date; revokedAt?: Date };

/** An API key of this member, and a function that sends requests with it. */
export async function apiFor(world: World, ctx: Ctx, options: KeyOptions = {}): Promise<ApiClient> {
  return clientWith(world, { authorization: `Bearer ${await apiKeyFor(world, ctx, options)}` });
}

/** The secret of a new API key, which has all the scopes of its owner by default. */
export async function apiKeyFor(world: World, ctx: Ctx, options: KeyOptions = {}): Promise<string> {
  const secret = newSecret();
  const { scopes = [...ctx.actor.scopes], ...times } = options;
  const { workspaceId, userId } = ctx.actor;
  const row = { id: newId(), workspaceId, userId, name: 'test', prefix: prefixOf(secret), scopes: [...scopes] };
  await world.db.apiKey.create({ data: { ...row, ...times, secretHash: hashSecret(secret) } });
  return secret;
}

/** A client that authenticates only with these headers. */
export function clientWith(world: World, always: Record<string, string>): ApiClient {
  return clientOf(apiOf(world), always);
}

/** The same, for an API that need not be the world's own. */
export function clientOf(app: Api, always: Record<string, string>): ApiClient {
  return async <Body>(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const hasBody = body !== undefined;
    const response = await app.request(`${APP_URL}/api/v1${path}`, {
      method,
      headers: { ...always, ...(hasBody && { 'content-type': 'application/json' }), ...headers },
      ...(hasBody && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const contentType = response.headers.get('content-type');
    const reply = {
      status: response.status,
      headers: response.headers,
      body: (text ? bodyOf(text, contentType) : null) as Body,
    };
    if (text) expectDocumented({ method, path, contentType, status: reply.status, body: reply.body });
    questions.set(reply, { method, path });
    return reply;
  };
}

/** A body that is no JSON, such as an export, stays text. */
function bodyOf(text: string, contentType: string | null): unknown {
  return /^application\/(problem\+)?json\b/.test(contentType ?? '') ? JSON.parse(text) : text;
}

const questions = new WeakMap<object, { method: string; path: string }>();

/** The request that a response of these clients belongs to. */
export function questionOf(reply: object): { method: string; path: string } | undefined {
  return questions.get(reply);
}

/** The parts that each web process has of its own. */
type Instance = { db: Db; hub: FeedHub; api: Api };

/** The number of web processes of a world: two in the project `balanced` (vitest.config.ts), else one. */
export const INSTANCES = Number(process.env.TEST_WEB_INSTANCES ?? 1);
const instances = new WeakMap<World, Instance[]>();
const apis = new WeakMap<World, Api>();

/** The product's API on this world's database and clock; several instances respond round robin. */
export function apiOf(world: World): Api {
  const known = apis.get(world) ?? balance(instancesOf(world).map(({ api }) => api));
  apis.set(world, known);
  return known;
}

/** Each instance has its own client and reader of the feed. */
export function instancesOf(world: World): Instance[] {
  const known = instances.get(world) ?? Array.from({ length: INSTANCES }, (_, index) => newInstance(world, index > 0));
  instances.set(world, known);
  return known;
}

/** The reader of this world's feed in its first instance. */
export function hubOf(world: World): FeedHub {
  return (instancesOf(world)[0] as Instance).hub;
}

function newInstance(world: World, isFurther: boolean): Instance {
  const db = isFurther ? connect(world.database.url, FURTHER_CONNECTIONS) : world.db;
  if (isFurther) world.database.onClose(() => db.$disconnect());
  const hub = new FeedHub(db, world.database.url);
  world.database.onClose(() => hub.close());
  return { db, hub, api: buildApi({ db, clock: world.clock, hub, appUrl: APP_URL }) };
}

/** One API that passes each request to the next of these in turn. */
export function balance(these: Api[]): Api {
  let turn = 0;
  const next = () => {
    turn += 1;
    return these[turn % these.length] as Api;
  };
  const turned: Pick<Api, 'request' | 'fetch'> = {
    request: (...requested) => next().request(...requested),
    fetch: (...requested) => next().fetch(...requested),
  };
  return Object.assign(Object.create(these[0] as Api), turned) as Api;
}
