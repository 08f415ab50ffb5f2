import type { Ctx } from '#/lib/context/context.ts';
import { transaction } from '#/lib/context/transaction.ts';
import { newId } from '#/lib/core/ids.ts';
import { factLog } from '#/lib/core/log.ts';
import { findHold, type Hold } from '#/lib/engine/hold/hold-query.ts';
import { beginHold } from '#/lib/engine/hold/hold-store.ts';

type System = Omit<Ctx, 'actor'>;

/**
 * Puts the whole engine on hold, and returns the hold in force, which may be an earlier one. Once this returns no
 * worker claims anything; alarms claimed before are still sent (`countInFlight`). `reason`: 1 to 200 characters.
 */
export async function holdEngine(ctx: System, reason: string): Promise<Hold> {
  return transaction(ctx, async ({ tx, clock, afterCommit }) => {
    await beginHold(tx, { id: newId(), reason, beganAt: await clock.now(tx) });
    const hold = (await findHold(tx)) as Hold;
    afterCommit.add(() => factLog.warn({ reason: hold.reason }, 'the engine is on hold'));
    return hold;
  });
}
