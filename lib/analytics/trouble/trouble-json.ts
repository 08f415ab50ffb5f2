import type { Trouble, TroubledEndpoint, TroubledHost } from '#/lib/analytics/trouble/trouble.ts';
import type { TroubledEndpointJson, TroubledHostJson, TroubleJson } from '#/lib/analytics/trouble/trouble-schemas.ts';

export function troubledEndpointJson({ id, url, disabledAt, ...trouble }: TroubledEndpoint): TroubledEndpointJson {
  return {
    id,
    url,
    enabled: disabledAt === null,
    disabled_at: disabledAt?.toISOString() ?? null,
    ...troubleJson(trouble),
  };
}

export function troubledHostJson({ host, retrying, dead, ...trouble }: TroubledHost): TroubledHostJson {
  return { host, retrying, dead, ...troubleJson(trouble) };
}

function troubleJson(trouble: Trouble): TroubleJson {
  return {
    failing_since: trouble.failingSince?.toISOString() ?? null,
    failures_in_a_row: trouble.failuresInARow,
    last_hour: { attempts: trouble.attempts, failed: trouble.failed },
    last_error: trouble.lastErrorAt &&
      trouble.lastOutcome && {
        at: trouble.lastErrorAt.toISOString(),
        outcome: trouble.lastOutcome,
        status_code: trouble.lastStatusCode,
        detail: trouble.lastDetail,
        duration_ms: trouble.lastDurationMs ?? 0,
      },
    next_attempt_at: trouble.nextAttemptAt?.toISOString() ?? null,
  };
}
