import { attemptsOf, type ShownStatus } from '#/lib/alarms/alarms/alarm.ts';
import type { RedriveDeadLettersInput } from '#/lib/alarms/alarms/alarm-query-schemas.ts';
import { alarmSettings } from '#/lib/alarms/alarms/alarm-settings.ts';
import { nowUs } from '#/lib/alarms/alarms/get-alarm.ts';
import { notifyAlarmDue } from '#/lib/alarms/alarms/notify-alarm-due.ts';
import {
  type Again,
  countDead,
  type DeadFilter,
  redriveDead,
  type SomeRedriven,
} from '#/lib/alarms/dead-letters/redrive-query.ts';
import type { Ctx, TxCtx } from '#/lib/context/context.ts';
import { authorize } from '#/lib/context/roles/authorize.ts';
import { transaction } from '#/lib/context/transaction.ts';
import { type Micros, MS_US } from '#/lib/core/micros.ts';
import { recordEvent } from '#/lib/feed/events/record-event.ts';
import { notifyAlarmChange } from '#/lib/feed/notify/notify-alarm-change.ts';

const BATCH = 1_000;
/** Per call, so that none runs into its time limit: with an Idempotency-Key, a call is one transaction. */
const MAX_BATCHES = 10;

/** `isAll` is false when there may be more: call again. */
export type Redriven = { count: number; isAll: boolean; nowUs: Micros };

/**
 * Redrives the dead letters that the filter finds, or counts them. Alarms that die meanwhile are left for the next
 * call, and those whose external id an open alarm has are left unchanged.
 * @throws AppError 403
 */
export async function redriveDeadLetters(ctx: Ctx, input: RedriveDeadLettersInput): Promise<Redriven> {
  authorize(ctx, 'alarms:write');
  const now = await nowUs(ctx);
  const filter: DeadFilter = {
    workspaceId: ctx.actor.workspaceId,
    ids: input.ids,
    name: input.name,
    diedFrom: input.finished_from,
    // Otherwise alarms that die meanwhile would be redriven forever.
    diedTo: Math.min(input.finished_to ?? Number.POSITIVE_INFINITY, now + MS_US),
  };
  if (input.dry_run) return { count: await countDead(ctx.tx ?? ctx.db, filter), isAll: true, nowUs: now };
  const again = { nowUs: now, jitterMs: input.jitter ?? 0, defaultAttempts: attemptsOf(alarmSettings().retry) };
  let count = 0;
  let after: SomeRedriven['last'] = null;
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    const some: SomeRedriven = await redriveSome(ctx, filter, { ...again, after });
    count += some.count;
    after = some.last;
    if (some.looked < BATCH) return { count, isAll: true, nowUs: now };
  }
  return { count, isAll: false, nowUs: now };
}

/** Each batch commits by itself, so that a long redrive begins to fire at once and holds no locks. */
function redriveSome(
  ctx: Ctx,
  filter: DeadFilter,
  again: Again & Pick<Parameters<typeof redriveDead>[2], 'after'>,
): Promise<SomeRedriven> {
  return transaction(ctx, async (inner) => {
    const some = await redriveDead(inner.tx, filter, { ...again, limit: BATCH });
    const { count } = some;
    if (count === 0) return some;
    const { workspaceId } = inner.actor;
    await recordRedriven(inner, { count: some.untried, status: 'scheduled' });
    await recordRedriven(inner, { count: count - some.untried, status: 'retrying' });
    inner.afterCommit.add((db) => {
      notifyAlarmDue(db, again.nowUs, again.nowUs);
      notifyAlarmChange(db, workspaceId);
    });
    return some;
  });
}

/** One event per status, so that the event says what each alarm became. */
async function recordRedriven(ctx: TxCtx, { count, status }: { count: number; status: ShownStatus }): Promise<void> {
  if (count === 0) return;
  const data = { count, before: { status: 'dead' }, after: { status } };
  await recordEvent(ctx, { type: 'alarm.redriven', subjectId: ctx.actor.workspaceId, userId: null, data });
}
