import { formatMicros, type Micros } from '#/lib/core/micros.ts';
import type { Sql, Statement } from '#/lib/db/sql.ts';

/**
 * Rows of a claim whose response was lost are released as if they had not been claimed: no worker holds them, and none
 * has sent them. A claim is identified by its lease, one worker's instant in microseconds; should another worker's be
 * the same, its alarms are sent once more under the same id.
 */
const RELEASE_LOST: Statement = {
  name: 'release_lost',
  text: `
    update alarms
    set status = 'scheduled', lease_until = null, version = version + 1, attempts = attempts - 1
    where status = 'firing' and lease_until = any ($1::timestamptz[])
    returning (extract(epoch from next_attempt_at) * 1000000)::float8 as attempt_us`,
};

/** Releases what claims with these leases took, and returns when the first of them is due; null when there was none. */
export async function releaseLost(sql: Sql, leasesUs: readonly Micros[]): Promise<Micros | null> {
  const rows = await sql<{ attempt_us: number }>(RELEASE_LOST, [leasesUs.map(formatMicros)]);
  return rows.length === 0 ? null : Math.min(...rows.map((row) => row.attempt_us));
}
