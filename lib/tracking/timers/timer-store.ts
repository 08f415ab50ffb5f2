import type { Tx } from '#/lib/db/client.ts';
import type { Prisma } from '#/lib/db/generated/client.ts';
import type { Timer } from '#/lib/tracking/timers/timer.ts';
import type { Plan } from '#/lib/tracking/timers/timer-schemas.ts';

type Reader = Pick<Tx, 'timer'>;

const WITH_PARTS = {
  ticket: { select: { id: true, key: true, title: true, url: true } },
  project: { select: { id: true, name: true } },
  spans: { select: { id: true, startedAt: true, endedAt: true }, orderBy: [{ startedAt: 'asc' }, { id: 'asc' }] },
} satisfies Prisma.TimerInclude;

type TimerRow = Prisma.TimerGetPayload<{ include: typeof WITH_PARTS }>;

/**
 * Makes the user's verbs wait for each other until the transaction ends. `no key update` leaves room for the foreign
 * key checks of rows that point at the user.
 */
export async function lockUser(tx: Tx, userId: string): Promise<void> {
  await tx.$queryRaw`select 1 from users where id = ${userId}::uuid for no key update`;
}

/** The latest instant in the user's recorded time, in any workspace, or null. */
export async function findLatestInstant(tx: Tx, userId: string): Promise<Date | null> {
  const rows = await tx.$queryRaw<{ at: Date | null }[]>`
    select greatest(started_at, ended_at) as at from timer_spans
    where user_id = ${userId}::uuid order by started_at desc limit 1`;
  return rows[0]?.at ?? null;
}

export async function findTimer(tx: Reader, workspaceId: string, id: string): Promise<Timer | null> {
  const row = await tx.timer.findFirst({ where: { id, workspaceId }, include: WITH_PARTS });
  return row && toTimer(row);
}

/** For the engine, which knows no workspace. */
export async function findTimerAnywhere(tx: Reader, id: string): Promise<Timer | null> {
  const row = await tx.timer.findUnique({ where: { id }, include: WITH_PARTS });
  return row && toTimer(row);
}

/** The user's running timer, in whichever workspace it runs. */
export async function findRunningTimer(tx: Reader, userId: string): Promise<Timer | null> {
  const row = await tx.timer.findFirst({ where: { userId, status: 'running' }, include: WITH_PARTS });
  return row && toTimer(row);
}

/** Paused timers of the user, the latest changed first. */
export async function listPausedTimers(
  tx: Reader,
  workspaceId: string,
  userId: string,
  limit: number,
): Promise<Timer[]> {
  const rows = await tx.timer.findMany({
    where: { workspaceId, userId, status: 'paused' },
    include: WITH_PARTS,
    orderBy: [{ updatedAt: 'desc' }, { id: 'desc' }],
    take: limit,
  });
  return rows.map(toTimer);
}

/** The timers with these ids, in the order of the ids. */
export async function listTimersById(tx: Reader, ids: string[]): Promise<Timer[]> {
  const rows = await tx.timer.findMany({ where: { id: { in: ids } }, include: WITH_PARTS });
  const byId = new Map(rows.map((row) => [row.id, toTimer(row)]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

export async function insertTimer(tx: Tx, timer: Timer, now: Date): Promise<void> {
  await tx.timer.create({
    data: {
      id: timer.id,
      workspaceId: timer.workspaceId,
      userId: timer.userId,
      createdVia: timer.createdVia,
      type: timer.type,
      plan: timer.plan ?? undefined,
      startedAt: timer.startedAt,
      createdAt: now,
      ...changingColumns(timer, now),
      spans: { create: timer.spans.map((span) => ({ ...span, userId: timer.userId, workspaceId: timer.workspaceId })) },
    },
    select: { id: true },
  });
}

/** Writes what differs between two states of a timer. */
export async function saveTimer(tx: Tx, before: Timer, after: Timer, now: Date): Promise<void> {
  const discarded = after.status === 'discarded';
  const known = new Map(before.spans.map((span) => [span.id, span]));
  for (const span of after.spans) {
    const old = known.get(span.id);
    if (old?.endedAt?.getTime() === span.endedAt?.getTime() && old) continue;
    const { id, ...times } = span;
    await tx.span.upsert({
      where: { id },
      create: { id, timerId: after.id, userId: after.userId, workspaceId: after.workspaceId, ...times },
      update: times,
      select: { id: true },
    });
  }
  if (discarded) await tx.span.updateMany({ where: { timerId: after.id }, data: { discarded } });
  await tx.timer.update({ where: { id: after.id }, data: changingColumns(after, now), select: { id: true } });
}

function changingColumns(timer: Timer, now: Date) {
  return {
    status: timer.status,
    title: timer.title,
    ticketId: timer.ticket?.id ?? null,
    projectId: timer.project?.id ?? null,
    tags: timer.tags,
    endedAt: timer.endedAt,
    expectedEndAt: timer.expectedEndAt,
    capSeconds: timer.capSeconds,
    version: timer.version,
    endReason: timer.endReason,
    needsReview: timer.needsReview,
    updatedAt: now,
  };
}

function toTimer(row: TimerRow): Timer {
  return {
    id: row.id,
    workspaceId: row.workspaceId,
    userId: row.userId,
    type: row.type,
    status: row.status,
    title: row.title,
    ticket: row.ticket,
    project: row.project,
    tags: row.tags,
    startedAt: row.startedAt,
    endedAt: row.endedAt,
    expectedEndAt: row.expectedEndAt,
    plan: row.plan as Plan | null,
    capSeconds: row.capSeconds,
    version: row.version,
    endReason: row.endReason,
    needsReview: row.needsReview,
    createdVia: row.createdVia,
    spans: row.spans,
  };
}
