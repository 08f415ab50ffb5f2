import type { Tx } from '#/lib/db/client.ts';

export type Wakeup = { kind: string; subjectId: string; dueAt: Date; failures: number };

/** Writes or moves the one wake-up of this kind and subject. */
export async function upsertWakeup(tx: Tx, wakeup: Pick<Wakeup, 'kind' | 'subjectId' | 'dueAt'>): Promise<void> {
  const { kind, subjectId, dueAt } = wakeup;
  await tx.$executeRaw`
    insert into wakeups (kind, subject_id, due_at) values (${kind}, ${subjectId}::uuid, ${dueAt})
    on conflict (kind, subject_id) do update set due_at = excluded.due_at, failures = 0`;
}

export async function deleteWakeup(tx: Tx, kind: string, subjectId: string): Promise<void> {
  await tx.$executeRaw`delete from wakeups where kind = ${kind} and subject_id = ${subjectId}::uuid`;
}

/** Deletes the wake-up unless it was moved since it was read. */
export async function deleteFiredWakeup(tx: Tx, fired: Wakeup): Promise<void> {
  await tx.wakeup.deleteMany({ where: { kind: fired.kind, subjectId: fired.subjectId, dueAt: fired.dueAt } });
}

export async function listDueWakeups(tx: Pick<Tx, 'wakeup'>, now: Date, limit: number): Promise<Wakeup[]> {
  return tx.wakeup.findMany({ where: { dueAt: { lte: now } }, orderBy: { dueAt: 'asc' }, take: limit });
}

export async function findNextDueAt(tx: Pick<Tx, 'wakeup'>): Promise<Date | null> {
  const next = await tx.wakeup.findFirst({ orderBy: { dueAt: 'asc' }, select: { dueAt: true } });
  return next?.dueAt ?? null;
}

/** Moves a wake-up that failed to a later instant, unless it was moved or taken since. */
export async function postponeWakeup(tx: Pick<Tx, 'wakeup'>, failed: Wakeup, dueAt: Date): Promise<void> {
  await tx.wakeup.updateMany({
    where: { kind: failed.kind, subjectId: failed.subjectId, dueAt: failed.dueAt },
    data: { dueAt, failures: failed.failures + 1 },
  });
}
