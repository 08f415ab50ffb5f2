import type { TxCtx } from '#/lib/context/context.ts';
import { recordEvent } from '#/lib/feed/events/record-event.ts';
import type { Correction } from '#/lib/tracking/corrections/correction.ts';

/** Records a correction as one event: of the time's owner when it changes one person's time, else of the workspace. */
export async function recordCorrection(
  ctx: TxCtx,
  { id, items, reason, revertsId, createdAt }: Correction,
  type: 'correction.made' | 'correction.reverted',
): Promise<void> {
  const owners = new Set(items.map(({ userId }) => userId));
  const [owner] = owners;
  const after = { reason, reverts_id: revertsId, timers: items.map(({ timerId }) => timerId) };
  const userId = owners.size === 1 && owner ? owner : null;
  await recordEvent(ctx, { type, subjectId: id, userId, data: { before: null, after } }, createdAt);
}
