import { abortAlarms } from '#/lib/alarms/alarms/abort-alarms.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { permissionsOf } from '#/lib/context/roles/role.ts';
import { transaction } from '#/lib/context/transaction.ts';
import { MINUTE_MS } from '#/lib/core/duration.ts';
import { factLog } from '#/lib/core/log.ts';
import { MS_US } from '#/lib/core/micros.ts';
import type { Sql } from '#/lib/db/sql.ts';
import { CANARY_WORKSPACE } from '#/lib/engine/canary/canary.ts';
import { reclaimExpired } from '#/lib/engine/claim/release-claims-query.ts';
import { findHold } from '#/lib/engine/hold/hold-query.ts';
import { endHold } from '#/lib/engine/hold/hold-store.ts';
import { countInFlight } from '#/lib/engine/hold/in-flight-query.ts';
import { abortDeliveriesDueBefore, deleteCanariesDueBefore, listOverdue } from '#/lib/engine/hold/overdue-query.ts';

/** `sql`: a connection for statements of the engine. */
type System = Omit<Ctx, 'actor'> & { sql: Sql };

const BATCH = 1_000;
/** Finding the last of a batch may take a scan of all open alarms. */
const BATCH_TIMEOUT_MS = 10 * MINUTE_MS;

/**
 * Alarms claimed before the hold are still being sent. Afterward some may wait for a retry, and have to be aborted too.
 */
export class AlarmsInFlightError extends Error {
  constructor(count: number, until: Date) {
    super(
      `${count} alarms that were claimed before the hold are in flight. Nothing was aborted, and the hold stays. Repeat this once they have ended, at the latest after ${until.toISOString()}.`,
    );
    this.name = 'AlarmsInFlightError';
  }
}

/**
 * Ends the hold: workers continue within a second, overdue alarms included. With `abortDueBefore`, everything due
 * before that instant is aborted first, under the hold, so that none of it is sent; if that fails, the hold stays, and
 * what was aborted by then stays aborted. Returns how many alarms and deliveries were aborted; null where there was no
 * hold, and nothing was done, or somebody else released it meanwhile. Throws `AlarmsInFlightError` when something is to
 * be aborted and workers still send what they claimed before the hold.
 */
export async function releaseEngine(
  ctx: System,
  { abortDueBefore }: { abortDueBefore?: Date } = {},
): Promise<{ alarms: number; deliveries: number } | null> {
  if (!(await findHold(ctx.db))) return null;
  if (abortDueBefore) await rejectInFlight(ctx);
  const aborted = abortDueBefore ? await abortOverdue(ctx, abortDueBefore) : { alarms: 0, deliveries: 0 };
  const isReleased = await transaction(ctx, async ({ tx, clock }) => endHold(tx, await clock.now(tx)));
  if (!isReleased) return null;
  factLog.warn(aborted, 'the engine was released');
  return aborted;
}

async function rejectInFlight({ db }: System): Promise<void> {
  const { alarms, alarmsUntil } = await countInFlight(db);
  if (alarmsUntil) throw new AlarmsInFlightError(alarms, alarmsUntil);
}

/** Ends what waits and was due before an instant: alarms as people would abort them, with events and callbacks. */
async function abortOverdue(ctx: System, before: Date): Promise<{ alarms: number; deliveries: number }> {
  // Alarms claimed by lost workers wait like the rest; their log says that they may have been sent.
  const nowUs = (await ctx.clock.now(ctx.db)).getTime() * MS_US;
  await inBatches(() => reclaimExpired(ctx.sql, { fromUs: null, nowUs }, BATCH));
  // Deliveries first: aborting alarms makes new ones.
  const deliveries = await inBatches(() =>
    transaction(
      ctx,
      async ({ tx, clock }) => abortDeliveriesDueBefore(tx, { before, limit: BATCH, at: await clock.now(tx) }),
      { timeoutMs: BATCH_TIMEOUT_MS },
    ),
  );
  await deleteCanariesDueBefore(ctx.db, { canaryWorkspace: CANARY_WORKSPACE, before });
  let alarms = 0;
  for (const { workspaceId } of await listOverdue(ctx.db, before)) {
    alarms += await inBatches(() => abortOf(ctx, workspaceId, before));
  }
  return { alarms, deliveries };
}

async function abortOf(ctx: System, workspaceId: string, before: Date): Promise<number> {
  const credential = { kind: 'worker', name: 'release' } as const;
  const actor = { userId: CANARY_WORKSPACE, workspaceId, role: 'owner', credential } as const;
  const { count } = await abortAlarms(
    { ...ctx, actor: { ...actor, scopes: new Set(permissionsOf('owner')) } },
    { all: false, dry_run: false, due_to: before.getTime() * MS_US },
  );
  return count;
}

async function inBatches(batch: () => Promise<number>): Promise<number> {
  for (let total = 0; ; ) {
    const count = await batch();
    if (count === 0) return total;
    total += count;
  }
}
