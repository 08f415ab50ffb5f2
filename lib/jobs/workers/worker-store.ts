import type { Db } from '#/lib/db/client.ts';

/** A worker process, as other processes see it. */
export type WorkerFacts = {
  id: string;
  host: string;
  pid: number;
  version: string;
  startedAt: Date;
  /** The clock of its machine minus the database's; null while unknown. */
  clockOffsetMs: number | null;
};

/** Records that a worker is alive. */
export async function saveWorker(db: Pick<Db, 'worker'>, worker: WorkerFacts, seenAt: Date): Promise<void> {
  const { id, ...facts } = worker;
  const update = { seenAt, clockOffsetMs: facts.clockOffsetMs };
  await db.worker.upsert({ where: { id }, create: { id, ...facts, seenAt }, update, select: { id: true } });
}

export async function deleteWorker(db: Pick<Db, 'worker'>, id: string): Promise<void> {
  await db.worker.deleteMany({ where: { id } });
}

/** Deletes the rows of workers that vanished before this instant. */
export async function deleteWorkersUnseenSince(db: Pick<Db, 'worker'>, instant: Date): Promise<void> {
  await db.worker.deleteMany({ where: { seenAt: { lt: instant } } });
}
