import { LAST_KNOWN } from '#/lib/client/offline/clear-last-known.ts';
import type { LastKnown } from '#/lib/client/offline/last-known.ts';
import { OLD_QUEUE_PREFIX, QUEUE_PREFIX } from '#/lib/client/offline/queue-storage.ts';

/** Null when nothing is stored, or it can't be read. */
export function readLastKnown(): LastKnown | null {
  try {
    const known: unknown = JSON.parse(localStorage.getItem(LAST_KNOWN) ?? 'null');
    return isLastKnown(known) ? withQueueName(known) : null;
  } catch {
    return null;
  }
}

/** Another version of the page may have written it. */
function isLastKnown(known: unknown): known is LastKnown {
  if (typeof known !== 'object' || known === null) return false;
  const { at, style, timer } = known as Partial<LastKnown>;
  if (typeof at !== 'number' || typeof style?.timeZone !== 'string') return false;
  return timer === null || (typeof timer?.elapsedMs === 'number' && typeof timer.title === 'string');
}

/** An earlier version of the page stored the old name of the queue, as `keptAs`. */
function withQueueName(known: LastKnown): LastKnown {
  const sender: (NonNullable<LastKnown['sender']> & { keptAs?: string }) | undefined = known.sender;
  if (sender?.keptAs === undefined) return known;
  const { keptAs, ...rest } = sender;
  return { ...known, sender: { ...rest, queueName: keptAs.replace(OLD_QUEUE_PREFIX, QUEUE_PREFIX) } };
}
