import type { Ctx } from '#/lib/accounts/context.ts';
import { authorize } from '#/lib/accounts/roles/authorize.ts';
import type { Question } from '#/lib/tracking/questions/question.ts';
import { listOpenQuestions } from '#/lib/tracking/questions/question-store.ts';
import { settle } from '#/lib/tracking/timers/due.ts';
import type { Timer } from '#/lib/tracking/timers/timer.ts';
import { listOpenTimers } from '#/lib/tracking/timers/timer-store.ts';

const MOST_PAUSED = 20;

export type CurrentTimer = { timer: Timer | null; paused: Timer[]; questions: Question[]; now: Date };

/** The actor's running timer in this workspace, or null, the paused ones beside it, and what is asked about them. */
export async function getCurrentTimer(ctx: Ctx): Promise<CurrentTimer> {
  authorize(ctx, 'timers:read');
  const { workspaceId, userId } = ctx.actor;
  const open = await listOpenTimers(ctx.db, workspaceId, userId, MOST_PAUSED + 1);
  const questions = await listOpenQuestions(ctx.db, workspaceId, userId);
  const now = await ctx.clock.now(ctx.db);
  const running = open.find((timer) => timer.status === 'running');
  const paused = open.filter((timer) => timer.status === 'paused').slice(0, MOST_PAUSED);
  const isShown = running?.workspaceId === workspaceId && settle(running, now).status === 'running';
  const timer = isShown ? running : null;
  const known = new Set([timer, ...paused].map((one) => one?.id));
  return { timer, paused, questions: questions.filter(({ timerId }) => known.has(timerId)), now };
}
