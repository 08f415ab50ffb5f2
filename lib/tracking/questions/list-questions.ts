import type { Ctx } from '#/lib/context/context.ts';
import { authorize } from '#/lib/context/roles/authorize.ts';
import type { Question } from '#/lib/tracking/questions/question.ts';
import { listOpenQuestions, listUndoable } from '#/lib/tracking/questions/question-store.ts';
import { UNDO_MS } from '#/lib/tracking/questions/question-times.ts';

/** The actor's unanswered questions in this workspace, and the answers that they can undo. */
export async function listQuestions(ctx: Ctx): Promise<{ questions: Question[]; undoable: Question[]; now: Date }> {
  authorize(ctx, 'timers:read');
  const { workspaceId, userId } = ctx.actor;
  const now = await ctx.clock.now(ctx.db);
  const questions = await listOpenQuestions(ctx.db, workspaceId, userId);
  const undoable = await listUndoable(ctx.db, { workspaceId, userId }, new Date(now.getTime() - UNDO_MS));
  return { questions, undoable, now };
}
