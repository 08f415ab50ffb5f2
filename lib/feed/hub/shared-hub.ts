import { env } from '#/lib/core/env.ts';
import { db } from '#/lib/db/client.ts';
import { FeedHub } from '#/lib/feed/hub/feed-hub.ts';

const shared = globalThis as { timerServiceHub?: FeedHub };

/** The process's one hub: Next's bundles and the plain server share it through the global object. */
export function sharedHub(): FeedHub {
  shared.timerServiceHub ??= new FeedHub(db(), env().DATABASE_URL);
  return shared.timerServiceHub;
}
