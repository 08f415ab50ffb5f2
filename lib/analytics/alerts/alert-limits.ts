import type { Limits } from '#/lib/analytics/alerts/alert.ts';
import { MINUTE_MS, SECOND_MS } from '#/lib/core/duration.ts';
import type { Env } from '#/lib/core/env.ts';

/** The operator's alert thresholds. */
export function alertLimits(
  settings: Pick<Env, 'ALERT_LATENESS_MS' | 'ALERT_DEAD_LETTERS' | 'ALERT_BROKER_MINUTES' | 'CANARY_EVERY_SECONDS'>,
): Limits {
  return {
    latenessMs: settings.ALERT_LATENESS_MS,
    deadLetters: settings.ALERT_DEAD_LETTERS,
    canaryEveryMs: settings.CANARY_EVERY_SECONDS * SECOND_MS,
    brokerFailingMs: settings.ALERT_BROKER_MINUTES * MINUTE_MS,
  };
}
