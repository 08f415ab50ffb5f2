import type { QueuedAction } from '#/lib/client/offline/offline-queue.ts';

/** Prefix of the ids of person and workspace. */
export const QUEUE_PREFIX = 'queued_actions:';
/** Until November 2026. A tab that was opened before still writes there. */
export const OLD_QUEUE_PREFIX = 'late_presses:';

/** The name under which an older tab stores the same queue. */
export function oldQueueName(name: string): string {
  return name.replace(QUEUE_PREFIX, OLD_QUEUE_PREFIX);
}

/** Null if nothing is stored, or storage is blocked. */
export function readStored(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** The actions in a stored queue. Another version of the page may have written it. */
export function parseWaiting(text: string | null): QueuedAction[] {
  try {
    return JSON.parse(text as string).waiting ?? [];
  } catch {
    return [];
  }
}
