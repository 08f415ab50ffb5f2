import {
  type AbortFilter,
  abortSome,
  countAbortable,
  type SomeAborted,
} from '#/lib/alarms/alarms/abort-alarms-query.ts';
import type { ShownStatus } from '#/lib/alarms/alarms/alarm.ts';
import type { AbortAlarmsInput } from '#/lib/alarms/alarms/alarm-query-schemas.ts';
import { nowUs } from '#/lib/alarms/alarms/get-alarm.ts';
import type { Ctx, TxCtx } from '#/lib/context/context.ts';
import { authorize } from '#/lib/context/roles/authorize.ts';
import { transaction } from '#/lib/context/transaction.ts';
import { factLog } from '#/lib/core/log.ts';
import { eventsProcessed } from '#/lib/core/metrics.ts';
import { dateOf, type Micros } from '#/lib/core/micros.ts';
import { recordEvent } from '#/lib/feed/events/record-event.ts';
import { notifyAlarmChange } from '#/lib/feed/notify/notify-alarm-change.ts';

const BATCH = 1_000;
/** Per call, so that none runs into its time limit: with an Idempotency-Key, a call is one transaction. */
const MAX_AT_ONCE = 10_000;
/**
 * Statements per call: ten that end alarms, one that finds none left, and as many again for alarms changed meanwhile.
 */
const MAX_ROUNDS = 22;

/** `isAll` is false when there may be more: call again. */
export type AbortedAlarms = { count: number; inFlight: number; isAll: boolean; nowUs: Micros };

/**
 * Ends the alarms that the filter finds before they fire, or counts them. The response is final, as with a single
 * abort: an alarm counted as aborted is never sent. With `isAll`, all others that the filter found at the end were in
 * flight, and are counted as such.
 * @throws AppError 403
 */
export async function abortAlarms(ctx: Ctx, input: AbortAlarmsInput): Promise<AbortedAlarms> {
  authorize(ctx, 'alarms:write');
  const filter: AbortFilter = {
    workspaceId: ctx.actor.workspaceId,
    status: input.status,
    externalId: input.external_id,
    scheduleId: input.schedule_id,
    name: input.name,
    dueFrom: input.due_from,
    dueTo: input.due_to,
  };
  if (input.dry_run) {
    const found = await countAbortable(ctx.tx ?? ctx.db, filter, MAX_AT_ONCE);
    return { count: found.aborted, inFlight: found.inFlight, isAll: !found.sawWaiting, nowUs: await nowUs(ctx) };
  }
  let count = 0;
  let some: SomeAborted = { aborted: 0, retried: 0, inFlight: 0, sawWaiting: true };
  // Until a statement finds none waiting: an alarm in flight before may have failed and be waiting again.
  for (let rounds = 0; some.sawWaiting && rounds < MAX_ROUNDS; rounds += 1) {
    const limit = Math.min(BATCH, MAX_AT_ONCE - count);
    some = await abortBatch(ctx, filter, limit);
    count += some.aborted;
    if (limit === 0) break;
  }
  return { count, inFlight: some.inFlight, isAll: !some.sawWaiting, nowUs: await nowUs(ctx) };
}

/** Each batch commits by itself, so that a long abort holds few locks, and only briefly. */
function abortBatch(ctx: Ctx, filter: AbortFilter, limit: number): Promise<SomeAborted> {
  return transaction(ctx, async (inner) => {
    const { workspaceId } = inner.actor;
    const atUs = await nowUs(inner);
    const some = await abortSome(inner.tx, filter, { atUs, limit });
    const { aborted: count } = some;
    if (count === 0) return some;
    await recordAborted(inner, { count: count - some.retried, status: 'scheduled' }, dateOf(atUs));
    await recordAborted(inner, { count: some.retried, status: 'retrying' }, dateOf(atUs));
    inner.afterCommit.add((db) => {
      eventsProcessed.inc({ type: 'aborted' }, count);
      factLog.info({ count, workspace: workspaceId }, 'aborted');
      notifyAlarmChange(db, workspaceId);
    });
    return some;
  });
}

/** One event per earlier status, so that the event says what each alarm was. */
async function recordAborted(
  ctx: TxCtx,
  { count, status }: { count: number; status: ShownStatus },
  at: Date,
): Promise<void> {
  if (count === 0) return;
  const data = { count, before: { status }, after: { status: 'aborted' } };
  await recordEvent(ctx, { type: 'alarm.aborted', subjectId: ctx.actor.workspaceId, userId: null, data }, at);
}
