import { z } from 'zod';
import type { Actor, Ctx } from '#/lib/context/context.ts';
import { authorize } from '#/lib/context/roles/authorize.ts';
import { cursorInstant, decodeCursor, encodeCursor } from '#/lib/core/cursor.ts';
import { AppError } from '#/lib/core/errors.ts';
import {
  findStart,
  findXidAfter,
  isFarFromCursor,
  isMissingDeletedEvents,
  readFeed,
  takeSnapshot,
} from '#/lib/feed/cursor/feed-query.ts';
import { isBeyond, type Position, packPosition, unpackPosition } from '#/lib/feed/cursor/position.ts';
import { type Snapshot, upTo } from '#/lib/feed/cursor/snapshot.ts';
import type { FeedEvent } from '#/lib/feed/events/event.ts';
import { type EventQuery, FROM_THE_START, type ListEventsQuery } from '#/lib/feed/events/event-schemas.ts';
import { type EventFilter, listEventRows, matchingSql } from '#/lib/feed/events/list-events-query.ts';

/**
 * How many events one response puts in order at most. A client further behind gets the feed in chunks, each in order.
 */
const PIECE = 5_000;

/** A read once begun is finished, since it is in order. The stream begins no more than this at once; nor do we. */
const MAX_BEGUN = 2 * PIECE;

const cursorShape = z.tuple([cursorInstant, z.string().regex(/^\d{1,18}$/)]);

export type EventsPage = { events: FeedEvent[]; nextCursor: string | null; nextAfter: string; more: boolean };

/**
 * Events of the workspace that the caller may see: all with `events:read_all`, else those about the actor's own data.
 * Newest first, or, with `after`, forward from a cursor so that nothing is ever missed.
 * @throws AppError 400 `cursor_invalid`, 403, 410 `cursor_expired`
 */
export async function listEvents(ctx: Ctx, query: ListEventsQuery): Promise<EventsPage> {
  authorize(ctx, 'events:read');
  const filter = visibleTo(ctx.actor, query);
  return query.after === undefined ? listBack(ctx, query, filter) : listForward(ctx, query.after, query.limit, filter);
}

/** The part of a query that the caller may see; null if that is nothing. */
export function visibleTo(actor: Actor, query: EventQuery): EventFilter | null {
  const { userId, workspaceId } = actor;
  const seesAll = actor.scopes.has('events:read_all');
  if (!seesAll && query.user_id !== undefined && query.user_id !== userId) return null;
  return {
    workspaceId,
    types: query.type,
    subjectId: query.subject_id,
    userId: seesAll ? query.user_id : userId,
    actorId: query.actor_id,
    from: query.from,
    to: query.to,
  };
}

async function listBack(ctx: Ctx, query: ListEventsQuery, filter: EventFilter | null): Promise<EventsPage> {
  const cursor = decodeCursor(query.cursor, cursorShape);
  const before = cursor && { createdAt: cursor[0], id: cursor[1] };
  // Taken first, so that events committed in between come after it.
  const nextAfter = packPosition({ seen: await takeSnapshot(ctx.db), part: null });
  const { events, isAll } = filter
    ? await listEventRows(ctx.db, filter, { limit: query.limit, before })
    : { events: [], isAll: true };
  const last = isAll ? undefined : events.at(-1);
  const nextCursor = last ? encodeCursor([last.createdAt.toISOString(), String(last.id)]) : null;
  return { events, nextCursor, nextAfter, more: nextCursor !== null };
}

async function listForward(ctx: Ctx, after: string, limit: number, filter: EventFilter | null): Promise<EventsPage> {
  const now = await takeSnapshot(ctx.db);
  const from = after === FROM_THE_START ? await findStart(ctx.db) : unpackPosition(after);
  if (!from || isBeyond(from, now)) throw unknownPlace();
  if (!filter) return { events: [], nextCursor: null, nextAfter: packPosition({ seen: now, part: null }), more: false };
  const { workspaceId } = filter;
  const until = await pieceOf(ctx, from, now);
  const scope = { workspaceId, only: matchingSql(filter) };
  const { events, position } = await readFeed(ctx.db, { after: from, limit, scope, until });
  if (await isMissingDeletedEvents(ctx.db, { after: from, workspaceId })) throw cursorExpired();
  const more = position.part !== null || position.seen.xmax < now.xmax;
  return { events: events.map(({ event }) => event), nextCursor: null, nextAfter: packPosition(position), more };
}

/** How far this response reads: up to now, or as far as can be put in order at once. */
async function pieceOf({ db, actor }: Ctx, { seen, part }: Position, now: Snapshot): Promise<Snapshot> {
  const { workspaceId } = actor;
  // A cursor is only text: a forged one may claim a read that began with everything.
  if (part && (await isFarFromCursor(db, { seen, of: part.of, most: MAX_BEGUN, workspaceId }))) throw unknownPlace();
  const last = await findXidAfter(db, { seen, count: PIECE, workspaceId });
  return last === null ? now : upTo(now, last);
}

function unknownPlace(): AppError {
  const fields = [
    { pointer: '#/query/after', detail: 'use "start", a next_after, or the id of a message of the stream' },
  ];
  return new AppError('cursor_invalid', {
    detail: 'Invalid cursor. Read the state again, or start with after=start.',
    fields,
  });
}

function cursorExpired(): AppError {
  return new AppError('cursor_expired');
}
