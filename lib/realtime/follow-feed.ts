import type { Db } from '#/lib/db/client.ts';
import type { FeedEvent } from '#/lib/events/event.ts';
import { isFarBehind, type Placed, readFeed } from '#/lib/events/feed-query.ts';
import { isBeyond, type Position, packPosition, unpackPosition } from '#/lib/events/position.ts';
import type { AlarmsListener, FeedHub } from '#/lib/realtime/feed-hub.ts';

/** Who was away for more events of the workspace than this reads the state again; that is quicker for both. */
export const MOST_MISSED = 10_000;
const PAGE = 500;

export type FollowParts = { hub: FeedHub; db: Db };
export type Follower = {
  workspaceId: string;
  /** The cursor to go on from; without it, from now on. */
  since: string | undefined;
  /** Each event of any workspace as it comes, for what may end the follower himself. */
  onAnything?: (event: FeedEvent) => void;
  /** Which events he wants to hear of. */
  wants: (event: FeedEvent) => boolean;
  /** Where it begins. `reset` when `since` is unknown or too long ago: something was missed. */
  onStart: (start: { cursor: string; kind: 'now' | 'resumed' | 'reset' }) => void | Promise<void>;
  /** Each wanted event. What was missed waits for the promise before the next one comes. */
  onEvent: (placed: Placed) => void | Promise<void>;
  /** More came than could be kept while he heard what he had missed. Nothing follows. */
  onOverflow: () => void;
  /** Told when alarms of the workspace have changed, with an event or without. */
  alarms?: AlarmsListener | undefined;
};

/**
 * Tells a follower every event after a cursor, once and in order: first what he has missed, from the database, then what
 * the hub hears. Resolves when he is up to date, with the function that ends it.
 */
export async function followFeed(parts: FollowParts, follower: Follower): Promise<() => void> {
  const waiting: Placed[] = [];
  let isLive = false;
  const { from, unsubscribe } = await parts.hub.subscribe((placed) => {
    follower.onAnything?.(placed.event);
    if (placed.event.workspaceId !== follower.workspaceId || !follower.wants(placed.event)) return;
    if (isLive) {
      void follower.onEvent(placed);
    } else if (waiting.push(placed) > MOST_MISSED) {
      unsubscribe();
      follower.onOverflow();
    }
  }, follower.alarms);
  try {
    await tellMissed(parts.db, follower, from);
    // More may come while those that wait are told.
    for (let next = waiting.shift(); next; next = waiting.shift()) await follower.onEvent(next);
    isLive = true;
  } catch (error) {
    unsubscribe();
    throw error;
  }
  return unsubscribe;
}

async function tellMissed(db: Db, follower: Follower, to: Position): Promise<void> {
  if (follower.since === undefined) return follower.onStart({ cursor: packPosition(to), kind: 'now' });
  const since = unpackPosition(follower.since);
  const { workspaceId } = follower;
  const isLost =
    since === null ||
    isBeyond(since, to.seen) ||
    (await isFarBehind(db, { after: since, most: MOST_MISSED, workspaceId }));
  if (isLost) return follower.onStart({ cursor: packPosition(to), kind: 'reset' });
  await follower.onStart({ cursor: follower.since, kind: 'resumed' });
  let after = since;
  for (let isAll = false; !isAll; ) {
    const batch = await readFeed(db, { after, limit: PAGE, scope: { workspaceId }, until: to.seen });
    for (const placed of batch.events) if (follower.wants(placed.event)) await follower.onEvent(placed);
    // What was begun with an older snapshot is ended with it; then comes the rest.
    isAll = batch.isAll && after.part === null;
    after = batch.position;
  }
}
