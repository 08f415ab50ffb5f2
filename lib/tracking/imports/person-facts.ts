import type { TxCtx } from '#/lib/context/context.ts';
import { timeClosed } from '#/lib/tracking/closing/assert-not-closed.ts';
import { listClosedTimes } from '#/lib/tracking/closing/closed-time-query.ts';
import { listBusy } from '#/lib/tracking/imports/busy-query.ts';
import type { ClosedStretch, PersonFacts } from '#/lib/tracking/imports/fit-row.ts';
import { BusyTime } from '#/lib/tracking/imports/place-entries.ts';

type Range = { from: Date; to: Date };

/** The occupied and closed time of these people in a range. */
export async function findPersonFacts(
  ctx: Pick<TxCtx, 'tx' | 'actor'>,
  userIds: readonly string[],
  range: Range,
  now: Date,
): Promise<Map<string, PersonFacts>> {
  const { workspaceId } = ctx.actor;
  const busy = await listBusy(ctx.tx, { workspaceId, userIds, ...range, now });
  const facts = new Map<string, PersonFacts>();
  for (const userId of userIds) {
    const closed = await listClosed(ctx, userId, range, now);
    facts.set(userId, { busy: new BusyTime(busy.get(userId) ?? []), closed });
  }
  return facts;
}

async function listClosed(
  { tx, actor }: Pick<TxCtx, 'tx' | 'actor'>,
  userId: string,
  { from, to }: Range,
  now: Date,
): Promise<ClosedStretch[]> {
  const owner = { workspaceId: actor.workspaceId, userId };
  const about = { spans: [{ id: '', startedAt: from, endedAt: to, origin: 'entered' as const }] };
  const times = await listClosedTimes(tx, owner, [{ before: null, after: about }], now);
  return times.map((time) => ({ from: time.from, to: time.to, detail: timeClosed(time).detail }));
}
