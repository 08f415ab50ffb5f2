import type { CreateAlarmInput } from '#/lib/alarms/alarms/alarm-input-schemas.ts';
import { writerOf } from '#/lib/alarms/alarms/alarm-json.ts';
import { alarmSettings } from '#/lib/alarms/alarms/alarm-settings.ts';
import { findBrokerTargets, NO_BROKERS } from '#/lib/alarms/alarms/broker-targets-query.ts';
import type { AcceptedAlarm } from '#/lib/alarms/alarms/open-alarm-outcome.ts';
import { createdAlarms } from '#/lib/alarms/registration/created-alarms.ts';
import { insertAlarms } from '#/lib/alarms/registration/insert-alarms-query.ts';
import { type Accepted, insertBatcherFor } from '#/lib/alarms/registration/insert-batcher.ts';
import { type NewAlarm, planAlarm } from '#/lib/alarms/registration/plan-alarm.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { rejectLate } from '#/lib/context/deadline.ts';
import { authorize } from '#/lib/context/roles/authorize.ts';
import { transaction } from '#/lib/context/transaction.ts';
import { isAppError } from '#/lib/core/errors.ts';
import { newId } from '#/lib/core/ids.ts';
import { factLog } from '#/lib/core/log.ts';
import { registrationDuration } from '#/lib/core/metrics.ts';
import { type Micros, MS_US } from '#/lib/core/micros.ts';
import { describeActor } from '#/lib/feed/events/record-event.ts';

/**
 * Creates an alarm, or finds or replaces the open one that has the external id. Concurrent calls are written together,
 * except in a transaction of the caller's.
 * @throws AppError 400 for invalid input, 403; 409 `external_id_taken`, `alarm_already_firing`
 */
export async function createAlarm(ctx: Ctx, input: CreateAlarmInput): Promise<AcceptedAlarm> {
  authorize(ctx, 'alarms:write');
  const measured = registrationDuration.startTimer();
  const brokers = await findBrokerTargets(ctx.tx ?? ctx.db, ctx.actor.workspaceId, [input]);
  const plan = planOf(ctx, input, brokers);
  const accepted = ctx.tx ? await acceptOne(ctx, plan) : await insertBatcherFor(ctx.db, ctx.clock).take(plan);
  measured();
  const [made] = await createdAlarms(ctx, [accepted]);
  if (!made || isAppError(made)) throw made;
  const { id, workspaceId, dueUs } = made.alarm;
  if (made.isNew) factLog.info({ alarm: id, workspace: workspaceId, due_us: dueUs }, 'registered');
  return made;
}

/** Plans the requested alarm, once the time is known. `brokers`: the workspace's brokers that it names. */
export function planOf(ctx: Ctx, input: CreateAlarmInput, brokers = NO_BROKERS): (nowUs: Micros) => NewAlarm {
  const { actor } = ctx;
  const owner = {
    id: newId(),
    workspaceId: actor.workspaceId,
    createdBy: writerOf(actor),
    by: { actor: describeActor(actor), requestId: ctx.requestId },
  };
  const { allowed, retry } = alarmSettings();
  return (nowUs) => {
    // The request may have waited for its batch.
    rejectLate(ctx);
    return planAlarm(input, owner, { nowUs, allowed, retry, brokers });
  };
}

async function acceptOne(ctx: Ctx, plan: (nowUs: Micros) => NewAlarm): Promise<Accepted> {
  return transaction(ctx, async ({ tx, clock }) => {
    const nowUs = (await clock.now(tx)).getTime() * MS_US;
    const alarm = plan(nowUs);
    const { known, isWanted } = await insertAlarms(tx, [alarm]);
    return { alarm, isNew: !known.has(alarm.id), isWanted, nowUs };
  });
}
