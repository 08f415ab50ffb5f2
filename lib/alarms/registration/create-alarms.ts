import type { CreateAlarmInput } from '#/lib/alarms/alarms/alarm-input-schemas.ts';
import type { AlarmJson } from '#/lib/alarms/alarms/alarm-schemas.ts';
import { type BrokerTargets, findBrokerTargets } from '#/lib/alarms/alarms/broker-targets-query.ts';
import type { AcceptedAlarm } from '#/lib/alarms/alarms/open-alarm-outcome.ts';
import { planOf } from '#/lib/alarms/registration/create-alarm.ts';
import { createdAlarms } from '#/lib/alarms/registration/created-alarms.ts';
import { type Inserted, insertAlarms } from '#/lib/alarms/registration/insert-alarms-query.ts';
import type { NewAlarm } from '#/lib/alarms/registration/plan-alarm.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { authorize } from '#/lib/context/roles/authorize.ts';
import { transaction } from '#/lib/context/transaction.ts';
import { AppError, isAppError } from '#/lib/core/errors.ts';
import { factLog } from '#/lib/core/log.ts';
import { registrationDuration } from '#/lib/core/metrics.ts';
import { type Micros, MS_US } from '#/lib/core/micros.ts';

const NOTHING: Inserted = { known: new Set(), isWanted: false };

/** An item of a batch: what to create, or why it was rejected when it was parsed. */
export type BatchItem = CreateAlarmInput | AppError;

/**
 * Creates many alarms with one statement and returns, in their order, each alarm or its error. With `isAtomic`, one
 * rejected alarm rejects all.
 * @throws AppError 400 `batch_rejected` when atomic, 403
 */
export async function createAlarms(
  ctx: Ctx,
  items: BatchItem[],
  isAtomic: boolean,
): Promise<(AcceptedAlarm | AppError)[]> {
  authorize(ctx, 'alarms:write');
  const measured = registrationDuration.startTimer();
  const nowUs = (await ctx.clock.now(ctx.tx ?? ctx.db)).getTime() * MS_US;
  const inputs = items.filter((item): item is CreateAlarmInput => !isAppError(item));
  const brokers = await findBrokerTargets(ctx.tx ?? ctx.db, ctx.actor.workspaceId, inputs);
  const planned = items.map((item, index) => planOne(ctx, item, index, { nowUs, brokers }));
  if (isAtomic) rejectIfAny(planned);
  const make = (inner: Ctx) => makeEach(inner, planned, nowUs);
  const outcomes = isAtomic ? await transaction(ctx, async (inner) => rejectIfAny(await make(inner))) : await make(ctx);
  measured();
  noteBatch(ctx, outcomes);
  return outcomes;
}

function rejectIfAny<T>(outcomes: (T | AppError)[]): (T | AppError)[] {
  const rejected = outcomes.filter((one): one is AppError => isAppError(one));
  if (rejected.length > 0) throw batchRejected(rejected);
  return outcomes;
}

async function makeEach(
  ctx: Ctx,
  planned: (NewAlarm | AppError)[],
  nowUs: Micros,
): Promise<(AcceptedAlarm | AppError)[]> {
  const alarms = planned.filter((one): one is NewAlarm => !isAppError(one));
  const { known, isWanted } = alarms.length > 0 ? await insertAlarms(ctx.tx ?? ctx.db, alarms) : NOTHING;
  const result = await createdAlarms(
    ctx,
    alarms.map((alarm) => ({ alarm, isNew: !known.has(alarm.id), isWanted, nowUs })),
  );
  const inOrder = result.values();
  return planned.map((one, index) => {
    const outcome = isAppError(one) ? one : (inOrder.next().value as AcceptedAlarm | AppError);
    return isAppError(outcome) && outcome !== one ? within(withoutBodies(outcome), `/alarms/${index}`) : outcome;
  });
}

/** For a thousand conflicting alarms, payloads of 64 KB each would make the response too large. */
function withoutBodies(error: AppError): AppError {
  const { code, detail, fields, extra } = error;
  const { headers: _headers, payload: _payload, ...current } = extra.current as AlarmJson;
  return new AppError(code, { detail, fields, extra: { current } });
}

function noteBatch(ctx: Ctx, outcomes: (AcceptedAlarm | AppError)[]): void {
  const ids = outcomes.flatMap((one) => (!isAppError(one) && one.isNew ? one.alarm.id : []));
  factLog.info({ workspace: ctx.actor.workspaceId, count: ids.length }, 'registered a batch');
  factLog.debug({ workspace: ctx.actor.workspaceId, alarms: ids }, 'registered');
}

type Known = { nowUs: Micros; brokers: BrokerTargets };

function planOne(ctx: Ctx, item: BatchItem, index: number, { nowUs, brokers }: Known): NewAlarm | AppError {
  if (isAppError(item)) return item;
  try {
    return planOf(ctx, item, brokers)(nowUs);
  } catch (error) {
    if (isAppError(error)) return within(error, `/alarms/${index}`);
    throw error;
  }
}

/** The error with its pointers prefixed by the item's position. */
export function within(error: AppError, place: string): AppError {
  return new AppError(error.code, {
    detail: error.detail,
    fields: error.fields.map(({ pointer, detail }) => ({ pointer: `${place}${pointer}`, detail })),
    extra: error.extra,
  });
}

function batchRejected(rejected: AppError[]): AppError {
  return new AppError('batch_rejected', {
    detail: `${rejected.length} of the alarms can’t be created, so none were. Fix them, or send atomic: false to create the rest.`,
    fields: rejected.flatMap((error) => error.fields).slice(0, 50),
  });
}
