import type { Tx } from '#/lib/db/client.ts';
import { Prisma } from '#/lib/db/generated/client.ts';
import type { CorrectionRow } from '#/lib/tracking/corrections/correction.ts';

/**
 * Which corrections: of one person's time, of one timer, or everyone's. A `reader` sees only those of their own time.
 */
export type CorrectionFilter = {
  workspaceId: string;
  reader: string | null;
  userId?: string | undefined;
  timerId?: string | undefined;
  since?: Date | undefined;
};
type Page = { limit: number; before: { createdAt: Date; id: string } | null };

/** Corrections of a workspace, the newest first, with how many items each has. */
export async function listCorrectionRows(
  tx: Pick<Tx, '$queryRaw'>,
  { workspaceId, reader, userId, timerId, since }: CorrectionFilter,
  { limit, before }: Page,
): Promise<(CorrectionRow & { timers: number })[]> {
  const conditions = [Prisma.sql`c.workspace_id = ${workspaceId}::uuid`];
  const seen = reader ? Prisma.sql`and ${isOf(reader)}` : Prisma.empty;
  const touches = (condition: Prisma.Sql) =>
    Prisma.sql`exists (select 1 from correction_items i where i.correction_id = c.id ${seen} and ${condition})`;
  if (since) conditions.push(Prisma.sql`c.created_at >= ${since}`);
  if (timerId) conditions.push(touches(Prisma.sql`i.timer_id = ${timerId}::uuid`));
  if (userId) conditions.push(touches(isOf(userId)));
  if (reader) conditions.push(touches(isOf(reader)));
  if (before) conditions.push(Prisma.sql`(c.created_at, c.id) < (${before.createdAt}, ${before.id}::uuid)`);
  return tx.$queryRaw<(CorrectionRow & { timers: number })[]>`
    select c.id, c.workspace_id as "workspaceId", c.made_by as "createdBy", c.reason, c.created_at as "createdAt",
           c.reverts_id as "revertsId", r.id as "revertedBy",
           (select count(*)::int from correction_items i where i.correction_id = c.id ${seen}) as timers
    from corrections c left join corrections r on r.reverts_id = c.id
    where ${Prisma.join(conditions, ' and ')}
    order by c.created_at desc, c.id desc limit ${limit}`;
}

/** The condition on `correction_items i`: the time was this person's, or has been since. */
function isOf(userId: string): Prisma.Sql {
  return Prisma.sql`(i.user_id = ${userId}::uuid or i.user_id_after = ${userId}::uuid)`;
}
