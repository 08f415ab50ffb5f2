import type { Tx } from '#/lib/db/client.ts';
import { Prisma } from '#/lib/db/generated/client.ts';
import { CYCLES_OF_TIMER, type CycleRow, toCycle } from '#/lib/tracking/cycles/cycles-of-timer-query.ts';
import { zonesOf } from '#/lib/tracking/spans/span.ts';
import type { Span, Timer } from '#/lib/tracking/timers/timer.ts';

type Reader = Pick<Tx, '$queryRaw'>;

type SpanRow = Pick<Span, 'id' | 'origin' | 'startedZone' | 'endedZone'> & {
  startedMs: number;
  endedMs: number | null;
};
type Row = Omit<Timer, 'spans' | 'cycles'> & { spans: SpanRow[]; cycles: CycleRow[] };

/** The latest instant in the user's recorded time, in any workspace, or null. */
export async function findLatestInstant(tx: Tx, userId: string): Promise<Date | null> {
  const rows = await tx.$queryRaw<{ at: Date | null }[]>`/* prepared */
    select greatest(max(started_at), max(ended_at)) as at from timer_spans where user_id = ${userId}::uuid`;
  return rows[0]?.at ?? null;
}

export async function findTimer(tx: Reader, workspaceId: string, id: string): Promise<Timer | null> {
  const [timer] = await select(tx, Prisma.sql`t.id = ${id}::uuid and t.workspace_id = ${workspaceId}::uuid`);
  return timer ?? null;
}

/** For the engine, which has no workspace. */
export async function findTimerAnywhere(tx: Reader, id: string): Promise<Timer | null> {
  const [timer] = await select(tx, Prisma.sql`t.id = ${id}::uuid`);
  return timer ?? null;
}

/** The user's running timer, in any workspace. */
export async function findRunningTimer(tx: Reader, userId: string): Promise<Timer | null> {
  const [timer] = await select(tx, Prisma.sql`t.user_id = ${userId}::uuid and t.status = 'running'`);
  return timer ?? null;
}

/**
 * The user's timers that have not ended, in one statement so that they are consistent: the running one, in any
 * workspace, then this workspace's paused ones, latest changed first.
 */
export async function listOpenTimers(tx: Reader, workspaceId: string, userId: string, limit: number): Promise<Timer[]> {
  return select(
    tx,
    Prisma.sql`t.user_id = ${userId}::uuid and (
        t.status = 'running' or (t.status = 'paused' and t.workspace_id = ${workspaceId}::uuid))
      order by t.status = 'running' desc, t.updated_at desc, t.id desc limit ${limit}`,
  );
}

/** A person's running and paused timers in one workspace. */
export async function listOpenTimersOfMember(tx: Reader, workspaceId: string, userId: string): Promise<Timer[]> {
  return select(
    tx,
    Prisma.sql`t.workspace_id = ${workspaceId}::uuid and t.user_id = ${userId}::uuid and t.ended_at is null
      order by t.started_at, t.id`,
  );
}

/**
 * The running timers of the next people in a workspace, ordered by person: everything that locks several people uses
 * the same order.
 */
export async function listRunning(
  tx: Reader,
  workspaceId: string,
  afterUserId: string | null,
  limit: number,
): Promise<{ id: string; userId: string }[]> {
  return tx.$queryRaw`
    select id, user_id as "userId" from timers
    where workspace_id = ${workspaceId}::uuid and ended_at is null and status = 'running'
      and (${afterUserId}::uuid is null or user_id > ${afterUserId}::uuid)
    order by user_id limit ${limit}`;
}

/** The timers with these ids, in the order of the ids. */
export async function listTimersById(tx: Reader, ids: string[]): Promise<Timer[]> {
  const timers = await select(tx, Prisma.sql`t.id = any(${ids}::uuid[])`);
  const byId = new Map(timers.map((timer) => [timer.id, timer]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

export async function insertTimer(tx: Tx, timer: Timer): Promise<void> {
  await tx.timer.create({
    data: {
      id: timer.id,
      workspaceId: timer.workspaceId,
      createdVia: timer.createdVia,
      type: timer.type,
      plan: timer.plan ?? undefined,
      createdAt: timer.createdAt,
      ...changingColumns(timer),
    },
    select: { id: true },
  });
  // Not created with the timer: Prisma would read that back in a separate statement.
  const { id: timerId, userId, workspaceId } = timer;
  await tx.span.createMany({
    data: timer.spans.map((span) => ({ ...span, ...zonesOf(span, timer), timerId, userId, workspaceId })),
  });
}

/**
 * Releases the time that a change moves, cuts, discards, restores or reassigns, before any of it is written: spans that
 * swap times must never overlap, not even between two statements. For several timers, called for all of them first.
 */
export async function releaseSpans(tx: Tx, before: Timer, after: Timer): Promise<void> {
  const gone = movedSpans(before, after);
  if (gone.length > 0) await tx.span.deleteMany({ where: { id: { in: gone } } });
}

/** Writes the differences between two states of a timer. */
export async function saveTimer(tx: Tx, before: Timer, after: Timer): Promise<void> {
  await releaseSpans(tx, before, after);
  const discarded = after.status === 'discarded';
  const known = new Map(before.spans.map((span) => [span.id, span]));
  const gone = new Set(movedSpans(before, after));
  for (const { id, ...span } of after.spans) {
    const old = gone.has(id) ? undefined : known.get(id);
    if (old && old.endedAt?.getTime() === span.endedAt?.getTime()) continue;
    const facts = { ...span, ...zonesOf({ id, ...span }, after) };
    await tx.span.upsert({
      where: { id },
      create: { id, timerId: after.id, userId: after.userId, workspaceId: after.workspaceId, discarded, ...facts },
      update: facts,
      select: { id: true },
    });
  }
  if (after.userId !== before.userId) await giveTo(tx, after);
  await tx.timer.update({ where: { id: after.id }, data: changingColumns(after), select: { id: true } });
}

/** Moves everything that belongs to a timer to its new owner. */
async function giveTo(tx: Tx, { id: timerId, userId }: Timer): Promise<void> {
  await tx.cycle.updateMany({ where: { timerId }, data: { userId } });
  await tx.timerPresence.updateMany({ where: { timerId }, data: { userId } });
  await tx.timerQuestion.updateMany({ where: { timerId }, data: { userId } });
}

function movedSpans(before: Timer, after: Timer): string[] {
  const wanted = new Map(after.spans.map((span) => [span.id, span]));
  const isOther = after.userId !== before.userId || (after.status === 'discarded') !== (before.status === 'discarded');
  const stays = (span: Span) => !isOther && isStillThere(span, wanted.get(span.id));
  return before.spans.filter((span) => !stays(span)).map(({ id }) => id);
}

/** Unchanged, or closed since. */
function isStillThere(before: Span, after: Span | undefined): boolean {
  if (after?.startedAt.getTime() !== before.startedAt.getTime()) return false;
  return !before.endedAt || before.endedAt.getTime() === after.endedAt?.getTime();
}

function changingColumns(timer: Timer) {
  return {
    userId: timer.userId,
    status: timer.status,
    title: timer.title,
    ticketId: timer.ticket?.id ?? null,
    projectId: timer.project?.id ?? null,
    tags: timer.tags,
    startedAt: timer.startedAt,
    endedAt: timer.endedAt,
    expectedEndAt: timer.expectedEndAt,
    capSeconds: timer.capSeconds,
    version: timer.version,
    endReason: timer.endReason,
    reasonBeforeDiscard: timer.reasonBeforeDiscard,
    needsReview: timer.needsReview,
    updatedAt: timer.updatedAt,
  };
}

/** One statement for timer, ticket, project and spans; the client's own relation loading takes four. */
async function select(tx: Reader, where: Prisma.Sql): Promise<Timer[]> {
  const rows = await tx.$queryRaw<Row[]>`/* prepared */
    select t.id, t.workspace_id as "workspaceId", t.user_id as "userId", t.type, t.status, t.title, t.tags,
           t.started_at as "startedAt", t.ended_at as "endedAt", t.expected_end_at as "expectedEndAt", t.plan,
           t.cap_seconds as "capSeconds", t.version, t.end_reason as "endReason",
           t.reason_before_discard as "reasonBeforeDiscard", t.needs_review as "needsReview",
           t.created_via as "createdVia", t.created_at as "createdAt", t.updated_at as "updatedAt",
           u.cap_point as "capPoint", u.time_zone as "timeZone", seen.seen_at as "lastSeenAt",
           case when k.id is not null
             then json_build_object('id', k.id, 'key', k.key, 'title', k.title, 'url', k.url) end as ticket,
           case when p.id is not null then json_build_object('id', p.id, 'name', p.name) end as project,
           array(
             select json_build_object('id', s.id, 'startedMs', extract(epoch from s.started_at) * 1000,
                                      'endedMs', extract(epoch from s.ended_at) * 1000, 'origin', s.origin,
                                      'startedZone', s.started_zone, 'endedZone', s.ended_zone)
             from timer_spans s where s.timer_id = t.id order by s.started_at, s.ended_at nulls last, s.id
           ) as spans,
           ${CYCLES_OF_TIMER} as cycles
    from timers t join users u on u.id = t.user_id left join timer_presence seen on seen.timer_id = t.id
      left join tickets k on k.id = t.ticket_id left join projects p on p.id = t.project_id
    where ${where}`;
  return rows.map(toTimer);
}

function toTimer({ spans, cycles, ...row }: Row): Timer {
  return {
    ...row,
    cycles: cycles.map(toCycle),
    spans: spans.map(({ startedMs, endedMs, ...span }) => ({
      ...span,
      startedAt: new Date(startedMs),
      endedAt: endedMs === null ? null : new Date(endedMs),
    })),
  };
}
