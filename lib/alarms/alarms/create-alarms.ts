import type { Ctx } from '#/lib/accounts/context.ts';
import { authorize } from '#/lib/accounts/roles/authorize.ts';
import { transaction } from '#/lib/accounts/transaction.ts';
import type { CreateAlarmInput } from '#/lib/alarms/alarms/alarm-schemas.ts';
import { endScheduled, insertAlarms } from '#/lib/alarms/alarms/alarm-store.ts';
import { type Made, madeOf, planOf } from '#/lib/alarms/alarms/create-alarm.ts';
import type { NewAlarm } from '#/lib/alarms/alarms/plan-alarm.ts';
import { AppError, isAppError } from '#/lib/core/errors.ts';
import { log } from '#/lib/core/log.ts';
import { registrationDuration } from '#/lib/core/metrics.ts';
import { type Micros, MS_US } from '#/lib/core/micros.ts';

/** An item of a batch: what to make, or why it was refused when it was read. */
export type BatchItem = CreateAlarmInput | AppError;

/**
 * Makes many alarms by one statement and answers, in their order, each alarm or its refusal. With `isAtomic` one that
 * is refused refuses all.
 * @throws AppError 400 `batch_refused` when atomic, 403
 */
export async function createAlarms(ctx: Ctx, items: BatchItem[], isAtomic: boolean): Promise<(Made | AppError)[]> {
  authorize(ctx, 'alarms:write');
  const measured = registrationDuration.startTimer();
  const { planned, nowUs, known } = await write(ctx, items, isAtomic);
  measured();
  const answers: (Made | AppError)[] = [];
  for (const one of planned) {
    if (isAppError(one)) answers.push(one);
    else answers.push(await madeOf(ctx, { alarm: one, isNew: !known.has(one.id), nowUs }));
  }
  const ids = planned.flatMap((one) => (isAppError(one) || known.has(one.id) ? [] : one.id));
  log.info({ workspace: ctx.actor.workspaceId, count: ids.length }, 'registered a batch');
  log.debug({ workspace: ctx.actor.workspaceId, alarms: ids }, 'registered');
  return answers;
}

async function write(ctx: Ctx, items: BatchItem[], isAtomic: boolean) {
  const nowUs = (await ctx.clock.now(ctx.tx ?? ctx.db)).getTime() * MS_US;
  const planned = items.map((item, index) => planOne(ctx, item, index, nowUs));
  const refused = planned.filter((one): one is AppError => isAppError(one));
  if (isAtomic && refused.length > 0) throw batchRefused(refused);
  const alarms = planned.filter((one): one is NewAlarm => !isAppError(one));
  const over = alarms.filter((alarm) => alarm.end !== null);
  if (alarms.length === 0) return { planned, nowUs, known: new Set<string>() };
  if (over.length === 0) return { planned, nowUs, known: await insertAlarms(ctx.tx ?? ctx.db, alarms) };
  const known = await transaction(ctx, async ({ tx }) => {
    const taken = await insertAlarms(tx, alarms);
    for (const alarm of over) {
      if (alarm.end && !taken.has(alarm.id)) await endScheduled(tx, alarm, { ...alarm.end, atUs: nowUs });
    }
    return taken;
  });
  return { planned, nowUs, known };
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
  return new AppError('batch_refused', {
    status: 400,
    detail: `${refused.length} of the alarms can't be made, so none was. Mend them, or send atomic: false.`,
    fields: refused.flatMap((error) => error.fields).slice(0, 50),
  });
}
