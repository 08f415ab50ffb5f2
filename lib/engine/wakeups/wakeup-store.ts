import type { Tx } from '#/lib/db/client.ts';

export type Wakeup = { kind: string; subjectId: string; dueAt: Date; failures: number };

/** Creates or reschedules the one wake-up of each of these kinds. */
export async function upsertWakeups(
  tx: Tx,
  subjectId: string,
  wakeups: readonly Pick<Wakeup, 'kind' | 'dueAt'>[],
): Promise<void> {
  const kinds = wakeups.map(({ kind }) => kind);
  const dueAts = wakeups.map(({ dueAt }) => dueAt);
  await tx.$executeRaw`/* prepared */
    insert into wakeups (kind, subject_id, due_at)
    select kind, ${subjectId}::uuid, due_at from unnest(${kinds}::text[], ${dueAts}::timestamptz[]) as wanted (kind, due_at)
    order by kind
    on conflict (kind, subject_id) do update set due_at = excluded.due_at, failures = 0`;
}

export async function deleteWakeups(tx: Tx, subjectId: string, kinds: readonly string[]): Promise<void> {
  await tx.$executeRaw`/* prepared */ delete from wakeups where kind = any(${kinds}) and subject_id = ${subjectId}::uuid`;
}

/**
 * Whether this transaction may fire the wake-up; others get false until it ends, and all do while the engine is on
 * hold. Its lock makes no one wait but a hold that begins.
 */
export async function claimWakeup(tx: Tx, { kind, subjectId, dueAt }: Wakeup): Promise<boolean> {
  const rows = await tx.$queryRaw<{ claimed: boolean }[]>`/* prepared */
    select pg_try_advisory_xact_lock(hashtextextended('wakeup:' || kind || subject_id, 0)) as claimed
    from wakeups where kind = ${kind} and subject_id = ${subjectId}::uuid and due_at = ${dueAt}
      and (select engine_may_fire())`;
  return rows[0]?.claimed === true;
}

/** Deletes the wake-up unless it was rescheduled since it was read. */
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

/** Reschedules a failed wake-up, unless it was rescheduled or fired since. */
export async function postponeWakeup(tx: Pick<Tx, 'wakeup'>, failed: Wakeup, dueAt: Date): Promise<void> {
  await tx.wakeup.updateMany({
    where: { kind: failed.kind, subjectId: failed.subjectId, dueAt: failed.dueAt },
    data: { dueAt, failures: failed.failures + 1 },
  });
}
