import type { Settlement } from '#/lib/alarms/firing/firing.ts';
import { formatMicros } from '#/lib/core/micros.ts';
import type { Sql, Statement } from '#/lib/db/sql.ts';

/**
 * Since when endpoints have failed: from the first failed try after a success on. Written only where that changes, and
 * apart from the results, whose statement it would make slower for all.
 */
const NOTE: Statement = {
  name: 'note_endpoints',
  text: `
    update endpoints set failing_since = tried.failing_since
    from unnest($1::uuid[], $2::timestamptz[]) as tried (id, failing_since)
    where endpoints.id = any ($1) and endpoints.id = tried.id
      and (endpoints.failing_since is null) <> (tried.failing_since is null)`,
};

/** Notes which endpoints these tries have found working, or failing. One that did both works. */
export async function noteEndpoints(sql: Sql, settlements: readonly Settlement[]): Promise<void> {
  const failingSince = new Map<string, string | null>();
  for (const { claimed, end, attempt } of settlements) {
    if (claimed.endpointId === null || !attempt) continue;
    if (end?.status === 'delivered') failingSince.set(claimed.endpointId, null);
    else if (!failingSince.has(claimed.endpointId)) {
      failingSince.set(claimed.endpointId, formatMicros(attempt.startedUs));
    }
  }
  if (failingSince.size === 0) return;
  // In one order by all workers, so that two never wait for each other.
  const sorted = [...failingSince].sort(([a], [b]) => (a < b ? -1 : 1));
  await sql(NOTE, [sorted.map(([id]) => id), sorted.map(([, since]) => since)]);
}
