import { nowUs } from '#/lib/alarms/alarms/get-alarm.ts';
import { countDead } from '#/lib/alarms/alarms/list-alarms-query.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { authorize } from '#/lib/context/roles/authorize.ts';
import type { Micros } from '#/lib/core/micros.ts';

/** Beyond that, people use the list; an exact count would read them all. */
const COUNTED_TO = 1_000;

/** How many dead letters the workspace has, counted up to 1,000. */
export async function countDeadLetters(ctx: Ctx): Promise<{ count: number; isAll: boolean; nowUs: Micros }> {
  authorize(ctx, 'alarms:read');
  const found = await countDead(ctx.db, ctx.actor.workspaceId, COUNTED_TO + 1);
  return { count: Math.min(found, COUNTED_TO), isAll: found <= COUNTED_TO, nowUs: await nowUs(ctx) };
}
