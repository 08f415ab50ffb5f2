import { abortAlarm } from '#/lib/alarms/alarms/abort-alarm.ts';
import { findIdByExternalId } from '#/lib/alarms/alarms/alarm-store.ts';
import { nowUs } from '#/lib/alarms/alarms/get-alarm.ts';
import { rescheduleAlarm } from '#/lib/alarms/alarms/reschedule-alarm.ts';
import { findAlarmOfEvent, insertConsumed } from '#/lib/bridge/consuming/consumed-event-store.ts';
import { type EventKey, type IncomingEvent, inputAt, type NamedAlarm } from '#/lib/bridge/consuming/incoming-event.ts';
import { retryOrDead, type Verdict, whileSent } from '#/lib/bridge/consuming/verdict.ts';
import type { Ctx, TxCtx } from '#/lib/context/context.ts';
import { transaction } from '#/lib/context/transaction.ts';
import { isAppError } from '#/lib/core/errors.ts';

type Change = Extract<IncomingEvent, { kind: 'canceled' | 'rescheduled' }>;

/** The event names no existing alarm. Rolls back the transaction. */
class AlarmMissing extends Error {}

/**
 * Aborts or reschedules the alarm that an event names, together with the record that it did. An alarm that has ended is
 * left alone; if it does not exist yet, since another consumer has its event, or is being sent, the event waits.
 * @throws AppError 400 for a due time that does not fit
 */
export async function changeAlarm(ctx: Ctx, event: Change, deliveries: number): Promise<Verdict> {
  try {
    return await transaction(ctx, (inner) => changeWithin(inner, event), { mutexKey: ctx.actor.userId });
  } catch (error) {
    const item = { event, deliveries };
    const sent = whileSent(error);
    if (sent) return retryOrDead(item, sent.reason, sent.most);
    if (error instanceof AlarmMissing || isAppError(error, 'alarm_not_found')) return retryOrDead(item, NO_SUCH_ALARM);
    throw error;
  }
}

const NO_SUCH_ALARM = 'There is no such alarm in this workspace. Check alarm_id, external_id, event_id or the subject.';

async function changeWithin(ctx: TxCtx, event: Change): Promise<Verdict> {
  const { workspaceId } = ctx.actor;
  const id = await findNamed(ctx, event.alarm, event.key);
  const isFirst = (await insertConsumed(ctx.tx, workspaceId, [{ ...event.key, alarmId: id }])).size > 0;
  if (!isFirst) return { kind: 'repeated' };
  if (id === null) throw new AlarmMissing();
  try {
    if (event.kind === 'canceled') await abortAlarm(ctx, { id, ifMatch: null });
    else await rescheduleAlarm(ctx, { id, ifMatch: null }, inputAt(event.input, event.timeUs, await nowUs(ctx)));
    return { kind: event.kind };
  } catch (error) {
    if (isAppError(error, 'alarm_ended')) return { kind: 'too_late' };
    throw error;
  }
}

async function findNamed(ctx: TxCtx, named: NamedAlarm, { source }: EventKey): Promise<string | null> {
  const { workspaceId } = ctx.actor;
  if ('alarmId' in named) return named.alarmId;
  if ('externalId' in named) return findIdByExternalId(ctx.tx, { workspaceId, externalId: named.externalId });
  return findAlarmOfEvent(ctx.tx, workspaceId, { source, id: named.eventId });
}
