import { z } from 'zod';
import { cursorInstant, decodeCursor, encodeCursor } from '#/lib/core/cursor.ts';
import type { Tx } from '#/lib/db/client.ts';
import { Prisma } from '#/lib/db/generated/client.ts';
import { type MembersFilter, timersMatching } from '#/lib/tracking/timers/timer-filter.ts';

const CURSOR = z.tuple([cursorInstant, z.uuid()]);

type Page = { ids: string[]; nextCursor: string | null };

/** The timers that match, and `also` meet this condition on `timers t`; newest first, page by page. */
export async function listTimerIds(
  tx: Pick<Tx, '$queryRaw'>,
  filter: MembersFilter,
  page: { limit: number; cursor?: string | undefined },
  also: Prisma.Sql = Prisma.sql`true`,
): Promise<Page> {
  const [startedAt, id] = decodeCursor(page.cursor, CURSOR) ?? [null, null];
  const after = startedAt ? Prisma.sql`and (t.started_at, t.id) < (${startedAt}, ${id}::uuid)` : Prisma.empty;
  const rows = await tx.$queryRaw<{ id: string; startedAt: Date }[]>`
    select t.id, t.started_at as "startedAt" from ${timersMatching(filter)}
    where ${also} ${after}
    order by t.started_at desc, t.id desc limit ${page.limit + 1}`;
  const shown = rows.slice(0, page.limit);
  const last = shown.at(-1);
  const more = rows.length > page.limit && last;
  return {
    ids: shown.map((row) => row.id),
    nextCursor: more ? encodeCursor([last.startedAt.toISOString(), last.id]) : null,
  };
}
