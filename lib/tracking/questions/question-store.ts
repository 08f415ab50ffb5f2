import type { Tx } from '#/lib/db/client.ts';
import { Prisma } from '#/lib/db/generated/client.ts';
import type { Before, Question } from '#/lib/tracking/questions/question.ts';

type Reader = Pick<Tx, '$queryRaw'>;
type Row = Omit<Question, 'before'> & { before: unknown };

/** Writes a question that is new; of absences none that was asked already. False when it is known. */
export async function insertQuestion(tx: Tx, question: Question): Promise<boolean> {
  const { count } = await tx.timerQuestion.createMany({
    data: [{ ...question, before: question.before ? toJson(question.before) : Prisma.DbNull }],
    skipDuplicates: true,
  });
  return count > 0;
}

export async function updateQuestion(tx: Tx, { id, ...question }: Question): Promise<void> {
  const before = question.before ? toJson(question.before) : Prisma.DbNull;
  await tx.timerQuestion.update({ where: { id }, data: { ...question, before }, select: { id: true } });
}

export async function findQuestion(tx: Reader, workspaceId: string, id: string): Promise<Question | null> {
  const [question] = await select(tx, Prisma.sql`q.id = ${id}::uuid and q.workspace_id = ${workspaceId}::uuid`);
  return question ?? null;
}

/** What a timer's owner has not answered yet, the oldest first. */
export async function listOpenQuestionsOf(tx: Reader, timerId: string): Promise<Question[]> {
  return select(tx, Prisma.sql`q.timer_id = ${timerId}::uuid and q.answered_at is null order by q.asked_at, q.id`);
}

/** What a person has not answered yet in a workspace, the oldest first. */
export async function listOpenQuestions(tx: Reader, workspaceId: string, userId: string): Promise<Question[]> {
  return select(
    tx,
    Prisma.sql`q.workspace_id = ${workspaceId}::uuid and q.user_id = ${userId}::uuid and q.answered_at is null
      order by q.asked_at, q.id`,
  );
}

/** Returns since an instant that can be taken back: their timer is as they left it. The latest first. */
export async function listUndoable(
  tx: Reader,
  { workspaceId, userId }: { workspaceId: string; userId: string },
  since: Date,
): Promise<Question[]> {
  return select(
    tx,
    Prisma.sql`q.workspace_id = ${workspaceId}::uuid and q.user_id = ${userId}::uuid and q.answered_at > ${since}
      and q.before is not null and q.undone_at is null
      and exists (select from timers t where t.id = q.timer_id and t.version = q.version_after)
      order by q.answered_at desc, q.id`,
  );
}

/** The answer that made a timer what it is, when it can be taken back as far as the timer says. */
export async function findLatestAnswer(
  tx: Reader,
  { id, version }: { id: string; version: number },
): Promise<Question | null> {
  const [question] = await select(
    tx,
    Prisma.sql`q.timer_id = ${id}::uuid and q.version_after = ${version} and q.undone_at is null`,
  );
  return question ?? null;
}

/** What could be taken back of a timer in one version can be in another, whose time is the same. */
export async function carryUndo(tx: Tx, timerId: string, versions: { from: number; to: number }): Promise<void> {
  await tx.timerQuestion.updateMany({
    where: { timerId, versionAfter: versions.from, undoneAt: null },
    data: { versionAfter: versions.to },
  });
}

async function select(tx: Reader, where: Prisma.Sql): Promise<Question[]> {
  const rows = await tx.$queryRaw<Row[]>`/* prepared */
    select q.id, q.timer_id as "timerId", q.workspace_id as "workspaceId", q.user_id as "userId", q.kind,
           q.away_from as "awayFrom", q.away_to as "awayTo", q.asked_at as "askedAt", q.times_asked as "timesAsked",
           q.snoozed_until as "snoozedUntil", q.answered_at as "answeredAt", q.answer, q.before,
           q.version_after as "versionAfter", q.second_timer_id as "secondTimerId", q.trimmed_ms::float8 as "trimmedMs",
           q.undone_at as "undoneAt"
      from timer_questions q where ${where}`;
  return rows.map((row) => ({ ...row, before: row.before ? fromJson(row.before) : null }));
}

function toJson(before: Before): Prisma.InputJsonValue {
  return JSON.parse(JSON.stringify(before)) as Prisma.InputJsonValue;
}

/** As written by `toJson`: instants are text there. */
function fromJson(stored: unknown): Before {
  const before = stored as Before;
  const instant = (at: Date | null) => at && new Date(at);
  return {
    ...before,
    startedAt: new Date(before.startedAt),
    endedAt: instant(before.endedAt),
    spans: before.spans.map((span) => ({
      ...span,
      startedAt: new Date(span.startedAt),
      endedAt: instant(span.endedAt),
      // Not stored before this existed; an undo must not invent them.
      startedZone: span.startedZone ?? null,
      endedZone: span.endedZone ?? null,
    })),
  };
}
