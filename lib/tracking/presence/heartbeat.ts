import type { Ctx } from '#/lib/context/context.ts';
import { authorize } from '#/lib/context/roles/authorize.ts';
import { transaction } from '#/lib/context/transaction.ts';
import { settleTimer } from '#/lib/tracking/deadlines/settle-timer.ts';
import { recordHeartbeatRow } from '#/lib/tracking/presence/heartbeat-query.ts';
import { seenAt } from '#/lib/tracking/presence/presence.ts';
import type { HeartbeatInput } from '#/lib/tracking/presence/presence-schemas.ts';
import { recordSeen } from '#/lib/tracking/presence/record-seen.ts';
import { listOpenQuestionsOf } from '#/lib/tracking/questions/question-store.ts';
import { lockClock } from '#/lib/tracking/timers/change-timer.ts';
import { findRunningTimer } from '#/lib/tracking/timers/timer-store.ts';

export type Heartbeat = { timerId: string | null; asked: boolean; seenAt: Date | null; now: Date };

/**
 * A page of the person is open, and they last used it this many milliseconds ago. Usually one statement; takes a lock
 * only when this ends an absence, about which the person is then asked. Never changes recorded time.
 */
export async function heartbeat(ctx: Ctx, { idle_ms: idleMs }: HeartbeatInput): Promise<Heartbeat> {
  authorize(ctx, 'timers:write');
  const { workspaceId, userId } = ctx.actor;
  const now = await ctx.clock.now(ctx.db);
  const seen = seenAt(now, idleMs);
  const noted = await recordHeartbeatRow(ctx.db, { workspaceId, userId, now, seenAt: seen });
  return noted ? { timerId: noted.timerId, asked: false, seenAt: seen, now } : noteReturn(ctx, idleMs);
}

/** With the person locked, so that the first page that returns asks, and the others get the same question. */
function noteReturn(ctx: Ctx, idleMs: number): Promise<Heartbeat> {
  return transaction(ctx, async (ctx) => {
    const now = await lockClock(ctx);
    const running = await findRunningTimer(ctx.tx, ctx.actor.userId);
    const isHere = running?.workspaceId === ctx.actor.workspaceId;
    const timer = running && isHere ? await settleTimer(ctx, running, now) : null;
    if (timer?.status !== 'running') return { timerId: null, asked: false, seenAt: null, now };
    const seen = seenAt(now, idleMs);
    await recordSeen(ctx, timer, now, { seenAt: seen, isHeartbeat: true });
    const open = await listOpenQuestionsOf(ctx.tx, timer.id);
    const asked = open.some(({ kind, askedAt }) => kind === 'absence' && askedAt.getTime() === now.getTime());
    return { timerId: timer.id, asked, seenAt: seen, now };
  });
}
