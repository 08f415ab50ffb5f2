import type { Age } from '#/lib/client/offline/lazy-offline-queue.ts';
import type { QueuedAction, Seen } from '#/lib/client/offline/offline-queue.ts';
import { actionAge } from '#/lib/client/time/action-age.ts';
import type { ServerClock } from '#/lib/client/time/server-clock.ts';

/**
 * The age of an offline action in milliseconds, or null if it is unknown. Never earlier than what previous actions
 * recorded by `at` (epoch milliseconds of the server): a slow one counted from its arrival, and this one was meant to
 * come after it.
 */
export function offlineAgeMs(action: QueuedAction, at: readonly number[], clock: ServerClock): number | null {
  const ageMs = actionAge(action, { wall: Date.now(), server: clock.now() });
  if (ageMs === null) return null;
  const recordedMs = clock.now() - (clock.boundMs() ?? 0) - Math.max(action.after ?? 0, ...at);
  return Math.min(ageMs, Math.max(0, Math.floor(recordedMs)));
}

/** The request field with the age of an action. A start with its own start time needs none. */
export function offlineAgeBody({ kind, body }: QueuedAction, offline_age_ms: number, seen_running: Seen | null): Age {
  if (body.started_at !== undefined) return {};
  return { offline_age_ms, ...((kind === 'start' || kind === 'resume') && { seen_running }) };
}
