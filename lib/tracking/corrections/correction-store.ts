import type { Tx } from '#/lib/db/client.ts';
import type { Correction, CorrectionItem, CorrectionRow, TimerFacts } from '#/lib/tracking/corrections/correction.ts';
import { factsFrom, storedFacts } from '#/lib/tracking/corrections/stored-facts.ts';

export async function insertCorrection(tx: Tx, { items, ...correction }: Correction): Promise<void> {
  await tx.correction.create({ data: correction, select: { id: true } });
  await tx.correctionItem.createMany({
    data: items.map(({ before, after, ...item }, position) => ({
      ...item,
      position,
      correctionId: correction.id,
      before: storedFacts(before),
      after: storedFacts(after),
    })),
  });
}

/** With its items in order, and whether it was reverted. */
export async function findCorrection(
  tx: Pick<Tx, 'correction'>,
  workspaceId: string,
  id: string,
): Promise<(Correction & CorrectionRow) | null> {
  const row = await tx.correction.findFirst({
    where: { id, workspaceId },
    include: { items: { orderBy: { position: 'asc' } }, revertedBy: { select: { id: true } } },
  });
  if (!row) return null;
  const { items, revertedBy, ...correction } = row;
  return { ...correction, revertedBy: revertedBy?.id ?? null, items: items.map(toItem) };
}

/**
 * The first item of each of these corrections, by correction: of all items, or only of those of one reader's own time.
 */
export async function listFirstItems(
  tx: Pick<Tx, 'correctionItem'>,
  correctionIds: string[],
  reader: string | null,
): Promise<Map<string, CorrectionItem>> {
  const own = reader && { OR: [{ userId: reader }, { userIdAfter: reader }] };
  const rows = await tx.correctionItem.findMany({
    where: { correctionId: { in: correctionIds }, ...own },
    orderBy: [{ correctionId: 'asc' }, { position: 'asc' }],
    distinct: ['correctionId'],
  });
  return new Map(rows.map((row) => [row.correctionId, toItem(row)]));
}

/** Timers as they were when a correction reassigned them to another member, at the latest such correction, by timer. */
export async function listReassignedTimers(
  tx: Pick<Tx, 'correctionItem'>,
  userId: string,
  timerIds: readonly string[],
): Promise<Map<string, TimerFacts>> {
  const rows = await tx.correctionItem.findMany({
    where: { timerId: { in: [...timerIds] }, userId, userIdAfter: { not: userId } },
    orderBy: [{ timerId: 'asc' }, { versionAfter: 'desc' }],
    distinct: ['timerId'],
  });
  return new Map(rows.map(({ timerId, before }) => [timerId, factsFrom(before)]));
}

type ItemRow = Omit<CorrectionItem, 'before' | 'after'> & { before: unknown; after: unknown };

function toItem({ timerId, userId, userIdAfter, versionAfter, before, after }: ItemRow): CorrectionItem {
  return { timerId, userId, userIdAfter, versionAfter, before: factsFrom(before), after: factsFrom(after) };
}

/** Sets a savepoint for `undoPreview`. */
export async function markPreview(tx: Tx): Promise<void> {
  await tx.$executeRaw`savepoint before_preview`;
}

/** Undoes everything since the savepoint, after running the constraints that are checked at commit. */
export async function undoPreview(tx: Tx): Promise<void> {
  await tx.$executeRaw`set constraints all immediate`;
  await tx.$executeRaw`rollback to savepoint before_preview`;
  await tx.$executeRaw`set constraints all deferred`;
}
