import type { TxCtx } from '#/lib/context/context.ts';
import { SECOND_MS } from '#/lib/core/duration.ts';
import { enqueueNotification } from '#/lib/jobs/notification-job.ts';
import type { Question } from '#/lib/tracking/questions/question.ts';
import { elapsedMs, type Timer } from '#/lib/tracking/timers/timer.ts';

/**
 * Sends the owner of a timer its question, each time it is asked, through the channels they chose. `dueAt` is when the
 * question became due.
 */
export async function notifyQuestion(
  ctx: TxCtx,
  timer: Timer,
  question: Question,
  { dueAt, now }: { dueAt: Date; now: Date },
): Promise<void> {
  const to = { ...ownerOf(timer), fact: `${question.id} ${question.timesAsked}` };
  const { away_from, away_to } = { away_from: isoOf(question.awayFrom), away_to: isoOf(question.awayTo) };
  switch (question.kind) {
    case 'long_run': {
      const elapsed_seconds = Math.floor(elapsedMs(timer, now) / SECOND_MS);
      return enqueueNotification(ctx, { ...to, kind: 'long_run', data: { ...labelOf(timer), elapsed_seconds } });
    }
    case 'after_hours': {
      const hours_ended_at = dueAt.toISOString();
      return enqueueNotification(ctx, { ...to, kind: 'after_hours', data: { ...labelOf(timer), hours_ended_at } });
    }
    case 'absence':
      if (!away_from || !away_to) return;
      return enqueueNotification(ctx, { ...to, kind: 'absence', data: { ...labelOf(timer), away_from, away_to } });
    case 'capped':
      return;
  }
}

/** Notifies the owner that their timer has ended at its cap. */
export async function notifyCapped(ctx: TxCtx, timer: Timer): Promise<void> {
  const ended_at = isoOf(timer.endedAt);
  if (!ended_at) return;
  await enqueueNotification(ctx, {
    ...ownerOf(timer),
    kind: 'capped',
    fact: `${timer.id} capped ${timer.version}`,
    data: { ...labelOf(timer), cap_seconds: timer.capSeconds, ended_at },
  });
}

function ownerOf({ workspaceId, userId }: Timer) {
  return { workspaceId, userId };
}

function labelOf({ id, ticket, title }: Timer) {
  return { timer_id: id, label: ticket?.key ?? title };
}

function isoOf(instant: Date | null): string | null {
  return instant?.toISOString() ?? null;
}
