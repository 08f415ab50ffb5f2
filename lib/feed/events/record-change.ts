import type { TxCtx } from '#/lib/context/context.ts';
import type { Facts } from '#/lib/feed/events/event.ts';
import type { EventType } from '#/lib/feed/events/event-types.ts';
import { recordEvent } from '#/lib/feed/events/record-event.ts';

type Change = {
  /** The part before the dot is the field of the event that holds the thing. */
  type: EventType;
  id: string;
  /** The thing before, null if it is being created, and after, null if it is deleted. */
  before: Facts | null;
  after: Facts | null;
};

/** Records a thing of the workspace before and after, in the transaction of a verb. */
export async function recordChange(ctx: TxCtx, { type, id, before, after }: Change, at: Date): Promise<void> {
  const [noun = ''] = type.split('.');
  await recordEvent(ctx, { type, subjectId: id, userId: null, data: { [noun]: after, before, after } }, at);
}
