import type { Alert } from '#/lib/analytics/alerts/alert.ts';
import type { AlertJson } from '#/lib/analytics/alerts/alert-schemas.ts';

/** An alert as the API and the feed write it. */
export function alertJson({ id, rule, facts, openedAt, quietSince, closedAt }: Alert): AlertJson {
  return {
    id,
    rule,
    facts,
    opened_at: openedAt.toISOString(),
    quiet_since: quietSince?.toISOString() ?? null,
    closed_at: closedAt?.toISOString() ?? null,
  };
}
