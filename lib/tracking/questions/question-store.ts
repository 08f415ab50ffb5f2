import type { Tx } from '#/lib/db/client.ts';
import { Prisma } from '#/lib/db/generated/client.ts';
import type { Before, Question } from '#/lib/tracking/questions/question.ts';

type Reader = Pick<Tx, '$queryRaw'>;
type Row = Omit<Question, 'before'> & { before: unknown };

/** Inserts a question unless it exists; an absence is asked about only once. False when it exists. */
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

/** The unanswered questions about a timer, oldest first. */
export async function listOpenQuestionsOf(tx: Reader, timerId: string): Promise<Question[]> {
  return select(tx, Prisma.sql`q.timer_id = ${timerId}::uuid and q.answered_at is null order by q.asked_at, q.id`);
}

/** A person's unanswered questions in a workspace, oldest first. */
export async function listOpenQuestions(tx: Reader, workspaceId: string, userId: string): Promise<Question[]> {
  return select(
    tx,
    Prisma.sql`q.workspace_id = ${workspaceId}::uuid and q.user_id = ${userId}::uuid and q.answered_at is null
      order by q.asked_at, q.id`,
  );
}

/** Answers since an instant that can be undone: their timer is unchanged since. Latest first. */
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

/** The answer that made a timer what it is, if the timer's state still allows undoing it. */
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

/** An answer that could be undone for a timer in one version can be undone in another with the same time. */
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
      // Older rows don't have them; an undo must not invent them.
      startedZone: span.startedZone ?? null,
      endedZone: span.endedZone ?? null,
    })),
  };
}
