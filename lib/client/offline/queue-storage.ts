import type { QueueState } from '#/lib/client/offline/offline-queue.ts';

/** Prefix of the ids of person and workspace. */
export const QUEUE_PREFIX = 'late_presses:';

/** Null if nothing is stored, or storage is blocked. */
export function readStored(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Another version of the page may have written it. */
export function parseQueue(text: string | null): QueueState {
  const nothing: QueueState = { waiting: [], asked: [], made: {} };
  try {
    return { ...nothing, ...JSON.parse(text ?? 'null') };
  } catch {
    return nothing;
  }
}
