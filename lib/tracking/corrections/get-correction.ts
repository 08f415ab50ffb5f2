import type { Ctx } from '#/lib/context/context.ts';
import { authorize } from '#/lib/context/roles/authorize.ts';
import { notFound } from '#/lib/core/errors.ts';
import type { CorrectionItem, CorrectionRow } from '#/lib/tracking/corrections/correction.ts';
import { findCorrection } from '#/lib/tracking/corrections/correction-store.ts';
import type { Corrected } from '#/lib/tracking/corrections/effect.ts';
import { listTimersById } from '#/lib/tracking/timers/timer-store.ts';

export type FoundCorrection = { correction: CorrectionRow; timers: Corrected[]; now: Date };

/**
 * A correction with its timers before and after it, whatever they are now. Visible to the time's owner before or since,
 * and to those who may read everyone's; of a correction of several people's time, each sees only their own part.
 * @throws AppError 404 `correction_not_found`
 */
export async function getCorrection(ctx: Ctx, id: string): Promise<FoundCorrection> {
  authorize(ctx, 'timers:read');
  const { userId, workspaceId, scopes } = ctx.actor;
  const found = await findCorrection(ctx.db, workspaceId, id);
  const seesAll = scopes.has('timers:read_all');
  const isOwn = (item: CorrectionItem) => item.userId === userId || item.userIdAfter === userId;
  const items = (found?.items ?? []).filter((item) => seesAll || isOwn(item));
  if (!found || (items.length === 0 && !seesAll)) throw notFound('correction');
  const timers = await listTimersById(
    ctx.db,
    items.map(({ timerId }) => timerId),
  );
  const byId = new Map(timers.map((timer) => [timer.id, timer]));
  const { items: _items, ...correction } = found;
  const now = await ctx.clock.now(ctx.db);
  return {
    correction,
    now,
    timers: items.flatMap(({ timerId, before, after, versionAfter }) => {
      const timer = byId.get(timerId);
      if (!timer) return [];
      const was = { ...timer, ...before, version: versionAfter - 1 };
      return [{ before: was, after: { ...timer, ...after, version: versionAfter } }];
    }),
  };
}
