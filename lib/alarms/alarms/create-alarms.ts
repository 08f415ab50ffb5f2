import type { Ctx } from '#/lib/accounts/context.ts';
import { authorize } from '#/lib/accounts/roles/authorize.ts';
import type { CreateAlarmInput } from '#/lib/alarms/alarms/alarm-schemas.ts';
import { type Made, madeOf, planOf } from '#/lib/alarms/alarms/create-alarm.ts';
import { type Inserted, insertAlarms } from '#/lib/alarms/alarms/insert-alarms-query.ts';
import type { NewAlarm } from '#/lib/alarms/alarms/plan-alarm.ts';
import { AppError, isAppError } from '#/lib/core/errors.ts';
import { factLog } from '#/lib/core/log.ts';
import { registrationDuration } from '#/lib/core/metrics.ts';
import { type Micros, MS_US } from '#/lib/core/micros.ts';

const NOTHING: Inserted = { known: new Set(), isWanted: false };

/** An item of a batch: what to make, or why it was refused when it was read. */
export type BatchItem = CreateAlarmInput | AppError;

/**
 * Makes many alarms by one statement and answers, in their order, each alarm or its refusal. With `isAtomic` one that
 * is refused refuses all.
 * @throws AppError 400 `batch_rejected` when atomic, 403
 */
export async function createAlarms(ctx: Ctx, items: BatchItem[], isAtomic: boolean): Promise<(Made | AppError)[]> {
  authorize(ctx, 'alarms:write');
  const measured = registrationDuration.startTimer();
  const nowUs = (await ctx.clock.now(ctx.tx ?? ctx.db)).getTime() * MS_US;
  const planned = items.map((item, index) => planOne(ctx, item, index, nowUs));
  const refused = planned.filter((one): one is AppError => isAppError(one));
  if (isAtomic && refused.length > 0) throw batchRefused(refused);
  const alarms = planned.filter((one): one is NewAlarm => !isAppError(one));
  const { known, isWanted } = alarms.length > 0 ? await insertAlarms(ctx.tx ?? ctx.db, alarms) : NOTHING;
  measured();
  const made = await madeOf(
    ctx,
    alarms.map((alarm) => ({ alarm, isNew: !known.has(alarm.id), isWanted, nowUs })),
  );
  noteBatch(ctx, made);
  const inOrder = made.values();
  return planned.map((one) => (isAppError(one) ? one : (inOrder.next().value as Made)));
}

function noteBatch(ctx: Ctx, made: Made[]): void {
  const ids = made.flatMap(({ alarm, isNew }) => (isNew ? alarm.id : []));
  factLog.info({ workspace: ctx.actor.workspaceId, count: ids.length }, 'registered a batch');
  factLog.debug({ workspace: ctx.actor.workspaceId, alarms: ids }, 'registered');
}

function planOne(ctx: Ctx, item: BatchItem, index: number, nowUs: Micros): NewAlarm | AppError {
  if (isAppError(item)) return item;
  try {
    return planOf(ctx, item)(nowUs);
  } catch (error) {
    if (isAppError(error)) return within(error, `/alarms/${index}`);
    throw error;
  }
}

/** A refusal whose pointers begin where the item stands. */
export function within(error: AppError, place: string): AppError {
  return new AppError(error.code, {
    status: error.status,
    detail: error.detail,
    fields: error.fields.map(({ pointer, detail }) => ({ pointer: `${place}${pointer}`, detail })),
  });
}

function batchRefused(refused: AppError[]): AppError {
  return new AppError('batch_rejected', {
    status: 400,
    detail: `${refused.length} of the alarms can't be created, so none was. Fix them, or send atomic: false.`,
    fields: refused.flatMap((error) => error.fields).slice(0, 50),
  });
}
