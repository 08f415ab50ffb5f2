import type { RunQuery } from '#/lib/context/run-query.ts';
import { isAppError } from '#/lib/core/errors.ts';
import { isFarBehind, isMissingDeletedEvents, type Placed, readFeed } from '#/lib/feed/cursor/feed-query.ts';
import { isBeyond, type Position, packPosition, unpackPosition } from '#/lib/feed/cursor/position.ts';
import type { FeedEvent } from '#/lib/feed/events/event.ts';
import type { AheadListener, AlarmsListener, FeedHub } from '#/lib/feed/hub/feed-hub.ts';

/**
 * A client that missed more events of the workspace than this reads the state again; that is quicker for both sides.
 */
export const MAX_MISSED = 10_000;
const PAGE = 500;
/** How much may arrive while a subscriber catches up: as much as may wait for a client that does not read. */
const MAX_WAITING_BYTES = 4 * 1024 * 1024;

/** `runQuery` reads what a subscriber has missed. It waits for a slot, which is not held while a client reads. */
export type SubscribeParts = { hub: FeedHub; runQuery: RunQuery };
export type FeedSubscriber = {
  workspaceId: string;
  /** The cursor to continue from; without it, from now on. */
  since: string | undefined;
  /** Each event of any workspace, before any that was read with it: for events that may end the subscription. */
  ahead?: AheadListener;
  /** Each event of any workspace as it arrives. */
  onAnything?: (event: FeedEvent) => void;
  /** Which events it subscribes to. */
  wants: (event: FeedEvent) => boolean;
  /** The start of the subscription. `reset` when `since` is unknown or too long ago: something was missed. */
  onStart: (start: { cursor: string; kind: 'now' | 'resumed' | 'reset' }) => void | Promise<void>;
  /** Each wanted event. While catching up, the next one waits for the promise. */
  onEvent: (placed: Placed) => void | Promise<void>;
  /** More events or bytes arrived than could be buffered while it caught up. The subscription has then ended. */
  onOverflow: () => void;
  /** Runs the catch-up when no other one that it coordinates runs; without it, the catch-up runs at once. */
  runExclusive?: (work: () => Promise<void>) => Promise<void>;
  /** Called when alarms of the workspace have changed, with an event or without. */
  alarms?: AlarmsListener | undefined;
};

/** A subscription. `upToDate` resolves when it has caught up or ended, and rejects when the feed can't be read. */
export type Subscription = { upToDate: Promise<void>; end: () => void };

type SubscriberState = {
  isOver: boolean;
  isLive: boolean;
  waiting: Placed[];
  waitingBytes: number;
  unsubscribe: () => void;
  end: () => void;
};

/**
 * Sends a subscriber every event after a cursor, once and in order: first what it has missed, from the database, then
 * what the hub delivers. After `end`, which may be called at any time and twice, nothing is sent and nothing is
 * buffered for it.
 */
export function subscribeToFeed(parts: SubscribeParts, subscriber: FeedSubscriber): Subscription {
  const end = () => {
    state.isOver = true;
    state.waiting.length = 0;
    state.unsubscribe();
  };
  const state: SubscriberState = {
    isOver: false,
    isLive: false,
    waiting: [],
    waitingBytes: 0,
    unsubscribe: () => {},
    end,
  };
  const upToDate = catchUp(parts, subscriber, state).catch((error: unknown) => {
    end();
    throw error;
  });
  return { upToDate, end };
}

async function catchUp(
  { hub, runQuery }: SubscribeParts,
  subscriber: FeedSubscriber,
  state: SubscriberState,
): Promise<void> {
  const { ahead, alarms } = subscriber;
  const { from, unsubscribe } = await hub.subscribe((placed) => deliver(placed, subscriber, state), { ahead, alarms });
  state.unsubscribe = unsubscribe;
  if (state.isOver) return unsubscribe();
  const since = await begin(runQuery, subscriber, from, state);
  const runExclusive = subscriber.runExclusive ?? ((work) => work());
  if (since) await runExclusive(() => notifyMissed(runQuery, subscriber, { since, to: from }, state));
  // More may arrive while the waiting ones are sent.
  for (let next = state.waiting.shift(); next; next = state.waiting.shift()) {
    state.waitingBytes -= sizeOf(next.event);
    await subscriber.onEvent(next);
  }
  state.isLive = true;
}

function deliver(placed: Placed, subscriber: FeedSubscriber, state: SubscriberState): void {
  subscriber.onAnything?.(placed.event);
  if (state.isOver || placed.event.workspaceId !== subscriber.workspaceId || !subscriber.wants(placed.event)) return;
  if (state.isLive) {
    void subscriber.onEvent(placed);
    return;
  }
  state.waitingBytes += sizeOf(placed.event);
  if (state.waiting.push(placed) <= MAX_MISSED && state.waitingBytes <= MAX_WAITING_BYTES) return;
  state.end();
  subscriber.onOverflow();
}

const sizes = new WeakMap<FeedEvent, number>();

/** Roughly its size in memory: its text, which is measured once for all subscribers that wait for it. */
function sizeOf(event: FeedEvent): number {
  const known = sizes.get(event);
  if (known !== undefined) return known;
  const size = JSON.stringify(event.data).length;
  sizes.set(event, size);
  return size;
}

/** Sends its start. Returns the position to continue from, or null when there is nothing to catch up with. */
async function begin(
  runQuery: RunQuery,
  subscriber: FeedSubscriber,
  to: Position,
  state: SubscriberState,
): Promise<Position | null> {
  const { since: cursor, workspaceId, onStart } = subscriber;
  if (cursor === undefined) {
    await onStart({ cursor: packPosition(to), kind: 'now' });
    return null;
  }
  const since = unpackPosition(cursor);
  const isLost =
    since === null || isBeyond(since, to.seen) || (await isTooLongAgo(runQuery, { after: since, workspaceId }));
  if (state.isOver) return null;
  if (isLost) await onStart({ cursor: packPosition(to), kind: 'reset' });
  else await onStart({ cursor, kind: 'resumed' });
  return isLost ? null : since;
}

/** True, too, when this takes the database too long to find out. */
async function isTooLongAgo(runQuery: RunQuery, since: { after: Position; workspaceId: string }): Promise<boolean> {
  try {
    return await runQuery(
      async (db) =>
        (await isFarBehind(db, { ...since, most: MAX_MISSED })) || (await isMissingDeletedEvents(db, since)),
    );
  } catch (error) {
    if (isAppError(error, 'query_too_slow')) return true;
    throw error;
  }
}

type Missed = { since: Position; to: Position };

async function notifyMissed(
  runQuery: RunQuery,
  subscriber: FeedSubscriber,
  { since, to }: Missed,
  state: SubscriberState,
): Promise<void> {
  const scope = { workspaceId: subscriber.workspaceId };
  let after = since;
  for (let isAll = false; !isAll && !state.isOver; ) {
    const from = { after, ...scope };
    const batch = await runQuery(async (db) => {
      const read = await readFeed(db, { after: from.after, limit: PAGE, scope, until: to.seen });
      // The feed was cut while it was read, for the first time since it began: a client that reconnects with its cursor
      // gets a reset.
      if (await isMissingDeletedEvents(db, from)) throw new Error('events were cut while they were sent');
      return read;
    });
    for (const placed of batch.events) {
      if (state.isOver) return;
      if (subscriber.wants(placed.event)) await subscriber.onEvent(placed);
    }
    // A read started with an older snapshot is finished with it before the rest.
    isAll = batch.isAll && after.part === null;
    after = batch.position;
  }
}
