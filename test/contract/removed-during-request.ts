import { buildApi } from '#/lib/api/app.ts';
import type { Db } from '#/lib/db/client.ts';
import { removeMember } from '#/lib/tracking/members/remove-member.ts';
import { APP_URL, type ApiClient, type ApiResponse, clientOf, hubOf } from '#/test/api-client.ts';
import type { Scenario, Scene } from '#/test/contract/scene.ts';
import { cookieOf } from '#/test/contract/session-client.ts';

type Send = (client: ApiClient, scene: Scene) => Promise<ApiResponse<unknown>>;

/**
 * The response to a caller who is removed from the workspace after authentication, before their request gets the mutex.
 */
export function removedDuringRequest(send: Send): Scenario['request'] {
  return async (scene) => {
    const { world, owner } = scene;
    const leo = await scene.member('member');
    const cookie = await cookieOf(world, leo);
    const db = beforeTransactions(world.db, () => removeMember(owner, { user_id: leo.actor.userId }));
    const api = buildApi({ db, clock: world.clock, hub: hubOf(world), appUrl: APP_URL });
    return send(clientOf(api, { cookie, origin: APP_URL }), scene);
  };
}

/** The same database, with a hook before each transaction. */
function beforeTransactions(db: Db, hook: () => Promise<unknown>): Db {
  const begin = async (...args: Parameters<Db['$transaction']>) => {
    await hook();
    return db.$transaction(...args);
  };
  return new Proxy(db, {
    get(target, name) {
      if (name === '$transaction') return begin;
      const part: unknown = Reflect.get(target, name);
      return typeof part === 'function' ? part.bind(target) : part;
    },
  });
}
