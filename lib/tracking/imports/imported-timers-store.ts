import { newId } from '#/lib/core/ids.ts';
import type { Tx } from '#/lib/db/client.ts';

/** An entry of a file that becomes a stopped timer. */
export type NewTimer = {
  id: string;
  workspaceId: string;
  userId: string;
  title: string;
  ticketId: string | null;
  projectId: string | null;
  tags: string[];
  capSeconds: number;
  /** The file's, in which its times are local. */
  timeZone: string;
  spans: { startedAt: Date; endedAt: Date }[];
};

/** Writes many stopped timers, and their spans, with two statements. */
export async function insertTimers(tx: Tx, timers: readonly NewTimer[], now: Date): Promise<void> {
  await tx.timer.createMany({ data: timers.map((timer) => timerColumns(timer, now)) });
  await tx.span.createMany({
    data: timers.flatMap(({ id: timerId, workspaceId, userId, timeZone, spans }) =>
      spans.map((span) => ({
        id: newId(),
        timerId,
        workspaceId,
        userId,
        ...span,
        origin: 'entered',
        startedZone: timeZone,
        endedZone: timeZone,
      })),
    ),
  });
}

function timerColumns({ spans, timeZone: _zone, ...timer }: NewTimer, now: Date) {
  return {
    ...timer,
    type: 'manual',
    status: 'stopped',
    startedAt: spans[0]?.startedAt ?? now,
    endedAt: spans.at(-1)?.endedAt ?? now,
    endReason: 'stopped',
    createdVia: 'import',
    createdAt: now,
    updatedAt: now,
  } as const;
}

/** The fields of a timer that undoing needs. */
export type RecordedTimer = { id: string; userId: string; version: number; status: string };

/** Those of the timers with these ids that still exist. */
export async function findRecordedTimers(tx: Pick<Tx, 'timer'>, ids: readonly string[]): Promise<RecordedTimer[]> {
  return tx.timer.findMany({
    where: { id: { in: [...ids] } },
    select: { id: true, userId: true, version: true, status: true },
  });
}

/** Removes stopped timers, as discarding each would: their spans no longer take time and stay for restoring. */
export async function discardTimers(tx: Tx, ids: readonly string[], now: Date): Promise<void> {
  await tx.$executeRaw`update timer_spans set discarded = true where timer_id = any(${[...ids]}::uuid[])`;
  await tx.$executeRaw`
    update timers set status = 'discarded', end_reason = 'discarded', reason_before_discard = 'stopped',
                      version = version + 1, updated_at = ${now}
     where id = any(${[...ids]}::uuid[])`;
}
