import type { Ctx } from '#/lib/context/context.ts';
import { authorize } from '#/lib/context/roles/authorize.ts';
import type { RunQuery } from '#/lib/context/run-query.ts';
import type { FeedEvent } from '#/lib/feed/events/event.ts';
import type { EventQuery } from '#/lib/feed/events/event-schemas.ts';
import { visibleTo } from '#/lib/feed/events/list-events.ts';
import { type EventPage, listEventRows } from '#/lib/feed/events/list-events-query.ts';

/** How many are in memory at once at most, however long the export is. */
const AT_ONCE = 500;

/**
 * All events that match a filter and that the caller may see, newest first, in chunks read on demand. Events written
 * meanwhile would come before the first, and are not included.
 * @throws AppError 403
 */
export function exportEvents(ctx: Ctx, query: EventQuery, runQuery: RunQuery): AsyncGenerator<FeedEvent[]> {
  authorize(ctx, 'events:read');
  return pagesOf(ctx, query, runQuery);
}

async function* pagesOf({ actor }: Ctx, query: EventQuery, runQuery: RunQuery): AsyncGenerator<FeedEvent[]> {
  const filter = visibleTo(actor, query);
  if (!filter) return;
  let before: EventPage['before'] = null;
  for (;;) {
    const page: { limit: number; before: EventPage['before'] } = { limit: AT_ONCE, before };
    const { events, isAll } = await runQuery((db) => listEventRows(db, filter, page));
    const last = events.at(-1);
    if (!last) return;
    yield events;
    if (isAll) return;
    before = { createdAt: last.createdAt, id: String(last.id) };
  }
}
