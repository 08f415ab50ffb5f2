import type { AlarmJson } from '#/lib/alarms/alarms/alarm-schemas.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { type AlarmState, alarmIn } from '#/test/alarm-rows.ts';
import { type ApiClient, type ApiResponse, apiFor, clientWith } from '#/test/api-client.ts';
import { cookieOf, sessionFor } from '#/test/contract/session-client.ts';
import type { World } from '#/test/world.ts';

/** A scenario's own workspace, with its owner, and helpers to create objects in it. */
export type Scene = {
  world: World;
  owner: Ctx;
  /** The owner's API key, which may do everything. */
  api: ApiClient;
  /** The owner's browser. */
  session: ApiClient;
  /** The owner's cookie, sent by a page of another site. */
  foreignPage: ApiClient;
  nobody: ApiClient;
  member: (role: 'admin' | 'member') => Promise<Ctx>;
  timer: (body?: object) => Promise<string>;
  alarm: (state?: AlarmState, body?: object) => Promise<AlarmJson>;
  /** The id in the response to a POST that creates something. */
  made: (path: string, body: object, idOf: (body: never) => string) => Promise<string>;
};

export async function newScene(world: World): Promise<Scene> {
  const owner = await world.member();
  const api = await apiFor(world, owner);
  const created = async (path: string, body: object, idOf: (body: never) => string) => {
    const response = await api<never>('POST', path, body);
    if (response.status >= 300) throw new Error(`POST ${path}: ${JSON.stringify(response.body)}`);
    return idOf(response.body);
  };
  return {
    world,
    owner,
    api,
    session: whenUsed(() => sessionFor(world, owner)),
    foreignPage: whenUsed(async () =>
      clientWith(world, { cookie: await cookieOf(world, owner), origin: 'https://evil.example' }),
    ),
    nobody: clientWith(world, {}),
    member: (role) => world.member({ workspaceId: owner.actor.workspaceId, role }),
    timer: (body = {}) => created('/timers/start', body, (response: { timer: { id: string } }) => response.timer.id),
    alarm: (state = 'scheduled', body = {}) => alarmIn(world, api, state, body),
    made: created,
  };
}

/**
 * Created on its first request: signing in takes a dozen statements, and few of thousands of scenarios use a session.
 */
function whenUsed(make: () => Promise<ApiClient>): ApiClient {
  let created: Promise<ApiClient> | undefined;
  return async <Body>(...asked: Parameters<ApiClient>) => {
    created ??= make();
    return (await created)<Body>(...asked);
  };
}

/** One documented response, and how to produce it. */
export type Scenario = {
  operationId: string;
  /** Status, and the problem's code if it has one: `201`, `409 timer_already_running`. */
  responses: string;
  request: (scene: Scene) => Promise<ApiResponse<unknown>>;
};

/** Scenarios of one operation, by response. */
export function scenariosOf(operationId: string, requests: Record<string, Scenario['request']>): Scenario[] {
  return Object.entries(requests).map(([responses, request]) => ({ operationId, responses, request }));
}
