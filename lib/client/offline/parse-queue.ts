import type { QueueState, ServerTimer, UnconfirmedAction } from '#/lib/client/offline/offline-queue.ts';
import { parseWaiting } from '#/lib/client/offline/queue-storage.ts';

/** What earlier versions of the page called `failed` and `timers`. */
type OldState = { asked?: UnconfirmedAction[]; made?: Record<string, ServerTimer> };

/**
 * The stored queue, with what an older tab stored under the old name. Its actions go last: whatever it had stored before
 * this version was loaded has been moved by then.
 */
export function parseQueue(text: string | null, oldText: string | null): QueueState {
  const { failed = [], timers = {} } = parseObject<Partial<QueueState>>(text);
  const { asked = [], made = {} } = parseObject<OldState>(oldText);
  return {
    waiting: [...parseWaiting(text), ...parseWaiting(oldText)],
    failed: [...failed, ...asked],
    timers: { ...timers, ...made },
  };
}

/** Another version of the page may have written it. */
function parseObject<T extends object>(text: string | null): T | Record<string, never> {
  try {
    return JSON.parse(text ?? 'null') ?? {};
  } catch {
    return {};
  }
}
