import type { Ctx } from '#/lib/context/context.ts';
import { APP_URL, apiKeyFor, apiOf } from '#/test/api-client.ts';
import type { World } from '#/test/world.ts';

/** The setting's default. */
const STREAMS_PER_KEY = 50;

/** A stream of this key, which can be closed. */
export async function openStream(world: World, secret: string) {
  const leave = new AbortController();
  const headers = { authorization: `Bearer ${secret}` };
  const request = new Request(`${APP_URL}/api/v1/stream`, { headers, signal: leave.signal });
  const response = await apiOf(world).request(request);
  const reader = response.body?.getReader();
  const first = new TextDecoder().decode((await reader?.read())?.value);
  const end = async () => {
    await reader?.cancel();
    leave.abort();
  };
  return { response, first, end };
}

/** Runs `work` while a key of this member has the maximum of open streams. */
export async function withAllStreams<T>(world: World, ctx: Ctx, work: (secret: string) => Promise<T>): Promise<T> {
  const secret = await apiKeyFor(world, ctx);
  const open = await Promise.all(Array.from({ length: STREAMS_PER_KEY }, () => openStream(world, secret)));
  try {
    return await work(secret);
  } finally {
    for (const stream of open) await stream.end();
  }
}
