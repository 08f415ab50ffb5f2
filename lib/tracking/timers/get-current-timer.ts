import { listWorkspaces } from '#/lib/accounts/workspaces/list-workspaces.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { authorize } from '#/lib/context/roles/authorize.ts';
import { settle } from '#/lib/tracking/deadlines/due.ts';
import type { Question } from '#/lib/tracking/questions/question.ts';
import { listOpenQuestions } from '#/lib/tracking/questions/question-store.ts';
import type { Timer } from '#/lib/tracking/timers/timer.ts';
import { listOpenTimers } from '#/lib/tracking/timers/timer-store.ts';

const MAX_PAUSED = 20;

type Elsewhere = { workspace: { id: string; name: string }; timer: Timer };
export type CurrentTimer = {
  timer: Timer | null;
  paused: Timer[];
  elsewhere: Elsewhere | null;
  questions: Question[];
  now: Date;
};

/**
 * The actor's running timer in this workspace, or null, the paused ones, the questions about them, and for a session
 * the timer that runs in another workspace instead.
 */
export async function getCurrentTimer(ctx: Ctx): Promise<CurrentTimer> {
  authorize(ctx, 'timers:read');
  const { workspaceId, userId } = ctx.actor;
  const open = await listOpenTimers(ctx.db, workspaceId, userId, MAX_PAUSED + 1);
  const questions = await listOpenQuestions(ctx.db, workspaceId, userId);
  const now = await ctx.clock.now(ctx.db);
  const running = open.find((timer) => timer.status === 'running');
  const paused = open.filter((timer) => timer.status === 'paused').slice(0, MAX_PAUSED);
  const runs = running && settle(running, now).status === 'running' ? running : null;
  const timer = runs?.workspaceId === workspaceId ? runs : null;
  const elsewhere = runs && !timer ? await seenElsewhere(ctx, runs) : null;
  const known = new Set([timer, ...paused].map((one) => one?.id));
  return { timer, paused, elsewhere, questions: questions.filter(({ timerId }) => known.has(timerId)), now };
}

/** With the name of its workspace, if that is open to the caller. */
async function seenElsewhere(ctx: Ctx, timer: Timer): Promise<Elsewhere | null> {
  const workspace = (await listWorkspaces(ctx)).find(({ id }) => id === timer.workspaceId);
  return workspace ? { workspace: { id: workspace.id, name: workspace.name }, timer } : null;
}
