import { z } from 'zod';

/**
 * Longer than any window, so that an action that is too old is reported as a conflict with a proposal, not as invalid
 * input.
 */
const OLDEST_MS = 366 * 86_400_000;

const ageInput = z
  .int()
  .min(0)
  .max(OLDEST_MS)
  .optional()
  .describe(
    'Only for an action that was taken without a connection: how many milliseconds ago, by a monotonic clock. The server subtracts it from its own time. An action that conflicts with what happened since is not done: 409 `intent_collides` with a `proposal`. Repeats with the same Idempotency-Key may have different values.',
  );

const seenRunningInput = z
  .strictObject({ id: z.uuid(), version: z.int().min(1) })
  .nullable()
  .optional()
  .describe(
    'With `offline_age_ms`: the timer that you saw running when you acted, which `on_conflict` is about. Another one, or a change of it since, collides. Null or left out: you saw none.',
  );

/** For an offline action. */
export const offlineAge = { offline_age_ms: ageInput };
/** For one that opens a span. */
export const offlineFields = { ...offlineAge, seen_running: seenRunningInput };

type GivenTime = { offline_age_ms?: number | undefined; seen_running?: unknown; started_at?: unknown };

export const seenOnlyOffline: [holds: (input: GivenTime) => boolean, otherwise: { path: string[]; message: string }] = [
  (input) => input.seen_running === undefined || input.offline_age_ms !== undefined,
  { path: ['seen_running'], message: 'Belongs to offline_age_ms' },
];
export const oneStart: typeof seenOnlyOffline = [
  (input) => input.started_at === undefined || input.offline_age_ms === undefined,
  { path: ['offline_age_ms'], message: 'Give started_at or offline_age_ms, not both' },
];

export const timerActionInput = z.strictObject(offlineAge).meta({ id: 'TimerAction' });

export type TimerActionInput = z.infer<typeof timerActionInput>;
