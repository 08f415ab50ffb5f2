import type { Gauges } from '#/lib/analytics/minutes/gauges.ts';
import { countGauges, listQueueDepths, measureDatabase } from '#/lib/analytics/minutes/gauges-query.ts';
import { hasMinute, insertMinute } from '#/lib/analytics/minutes/minute-store.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { MINUTE_MS, SECOND_MS } from '#/lib/core/duration.ts';

type System = Omit<Ctx, 'actor'>;

/** Workers record a heartbeat every ten seconds. */
export const ALIVE_MS = 30 * SECOND_MS;

/** Everything that can be counted at `now`. `canaryWorkspace`: the service's own, whose alarms are not counted. */
export async function readGauges({ db }: Pick<System, 'db'>, now: Date, canaryWorkspace: string): Promise<Gauges> {
  const seenSince = new Date(now.getTime() - ALIVE_MS);
  const [counts, database, queues] = await Promise.all([
    countGauges(db, { now, seenSince, canaryWorkspace }),
    measureDatabase(db),
    listQueueDepths(db),
  ]);
  return { ...counts, queues, database };
}

/**
 * Records the gauges of the current minute. Any number of workers may call it any number of times: the first call in a
 * minute writes it and returns true.
 */
export async function writeMinute(ctx: System, canaryWorkspace: string): Promise<boolean> {
  const now = await ctx.clock.now(ctx.db);
  const minute = new Date(Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS);
  if (await hasMinute(ctx.db, minute)) return false;
  return insertMinute(ctx.db, minute, await readGauges(ctx, now, canaryWorkspace));
}
