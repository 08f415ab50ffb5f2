import { z } from 'zod';
import { cursorInstant, decodeCursor, encodeCursor } from '#/lib/core/cursor.ts';
import type { Tx } from '#/lib/db/client.ts';
import type { TicketSpan } from '#/lib/tracking/tickets/ticket.ts';
import { spanEnd } from '#/lib/tracking/timers/timer-filter.ts';
import type { WorkedScope } from '#/lib/tracking/worked-time/worked-time.ts';
import { ownTimersCondition } from '#/lib/tracking/worked-time/worked-time-query.ts';

const CURSOR = z.tuple([cursorInstant, z.uuid()]);

type Filter = { ticketId: string; limit: number; cursor?: string | undefined; now: Date };

/** When people worked on a ticket, newest first, page by page; a timer past its cap has ended there. */
export async function listTicketSpans(
  tx: Pick<Tx, '$queryRaw'>,
  scope: WorkedScope,
  { ticketId, limit, cursor, now }: Filter,
): Promise<{ spans: TicketSpan[]; nextCursor: string | null }> {
  const [startedAt, id] = decodeCursor(cursor, CURSOR) ?? [null, null];
  const rows = await tx.$queryRaw<TicketSpan[]>`
    select s.id, s.started_at as "startedAt", coalesce(s.ended_at, nullif(${spanEnd(now)}, ${now})) as "endedAt",
           t.id as "timerId", t.title, u.id as "userId", u.name, u.time_zone as "timeZone"
    from timers t join timer_spans s on s.timer_id = t.id join users u on u.id = t.user_id
    where t.workspace_id = ${scope.workspaceId}::uuid and t.ticket_id = ${ticketId}::uuid and t.status <> 'discarded'
      ${ownTimersCondition(scope)}
      and (${id}::uuid is null or (s.started_at, s.id) < (${startedAt}::timestamptz, ${id}::uuid))
    order by s.started_at desc, s.id desc limit ${limit + 1}`;
  const spans = rows.slice(0, limit);
  const last = spans.at(-1);
  const more = rows.length > limit && last;
  return { spans, nextCursor: more ? encodeCursor([last.startedAt.toISOString(), last.id]) : null };
}
