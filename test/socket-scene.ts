import { afterEach, beforeAll, beforeEach, vi } from 'vitest';
import type { Ctx } from '#/lib/context/context.ts';
import { startTimer } from '#/lib/tracking/timers/start-timer.ts';
import { startTimerInput } from '#/lib/tracking/timers/timer-input-schemas.ts';
import { apiKeyFor } from '#/test/api-client.ts';
import { type ApiServer, serveApi } from '#/test/api-server.ts';
import { cutSockets, openSocket, receives, type SocketClient } from '#/test/socket-client.ts';
import { testWorld, type World } from '#/test/world.ts';

/** A real server on its own world, and a new person in each test. */
export type SocketScene = { world: World; server: ApiServer; maya: Ctx };

/** Call it at the top of the file; it is available once the first test begins. Sockets are closed after each. */
export function socketScene(
  options: Parameters<typeof serveApi>[1] = {},
  settings: Record<string, string> = {},
): SocketScene {
  const scene = {} as SocketScene;
  beforeAll(async () => {
    scene.world = await testWorld({ connections: 40 });
    Object.assign(process.env, { DATABASE_URL: scene.world.database.url, ...settings });
    scene.server = await serveApi(scene.world, options);
  });
  beforeEach(async () => {
    scene.maya = await scene.world.member();
  });
  afterEach(() => {
    vi.useRealTimers();
    cutSockets();
  });
  return scene;
}

/** A socket after its greeting, with this key or a new one of the member's. */
export async function socketByKey(
  { world, server }: Pick<SocketScene, 'world' | 'server'>,
  ctx: Ctx,
  secret?: string,
): Promise<SocketClient> {
  const client = openSocket(server, { authorization: `Bearer ${secret ?? (await apiKeyFor(world, ctx))}` });
  await receives(client, 'hello');
  return client;
}

/** Starts a timer, which all subscribers receive. */
export const startWork = (ctx: Ctx, title = 'Work') =>
  startTimer(ctx, startTimerInput.parse({ title, on_conflict: 'switch' }));
