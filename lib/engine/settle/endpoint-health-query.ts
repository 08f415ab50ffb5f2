import { formatMicros } from '#/lib/core/micros.ts';
import type { Sql, Statement } from '#/lib/db/sql.ts';
import type { Settlement } from '#/lib/engine/settle/settlement.ts';

/**
 * Since when endpoints have failed: from the first failed attempt after a success on. Written only where that changes,
 * and apart from the results, whose statement it would make slower for all. An endpoint that is locked by a change is
 * skipped: results of others must not wait for it, and its next attempt records the same.
 */
const NOTE: Statement = {
  name: 'note_endpoints',
  text: `
    with turned as (
      select endpoints.id, tried.failing_since
      from endpoints join unnest($1::uuid[], $2::timestamptz[]) as tried (id, failing_since) on tried.id = endpoints.id
      where endpoints.id = any ($1) and (endpoints.failing_since is null) <> (tried.failing_since is null)
      for no key update of endpoints skip locked
    )
    update endpoints set failing_since = turned.failing_since
    from turned where endpoints.id = any ($1) and endpoints.id = turned.id`,
};

/** Records which endpoints these attempts found working, or failing. One that did both works. */
export async function recordEndpointHealth(sql: Sql, settlements: readonly Settlement[]): Promise<void> {
  const failingSince = new Map<string, string | null>();
  for (const { claim, end, attempt } of settlements) {
    if (claim.endpointId === null || !attempt) continue;
    if (end?.status === 'delivered') failingSince.set(claim.endpointId, null);
    else if (!failingSince.has(claim.endpointId)) {
      failingSince.set(claim.endpointId, formatMicros(attempt.startedUs));
    }
  }
  if (failingSince.size === 0) return;
  await sql(NOTE, [[...failingSince.keys()], [...failingSince.values()]]);
}
