import { formatMicros, type Micros } from '#/lib/core/micros.ts';
import type { Sql, Statement } from '#/lib/db/sql.ts';
import type { Claim } from '#/lib/engine/claim/claim.ts';
import { CLAIM_COLUMNS, readClaims } from '#/lib/engine/claim/read-claims.ts';

/**
 * The conditional update. Due rows go from scheduled to firing, each exactly once whatever the number of workers: the
 * row lock and the predicate decide, `skip locked` only spares waiting. Bounds are parameters, since a volatile
 * function in the predicate would scan all pending rows. Walks the index `alarms_due` and stops at the limit. The array
 * rather than a join: a plan made on an empty table expects one row and would join by a scan of the whole table
 * (measured: 15 s). `engine_may_fire` is called once, as a subquery without references to the rows.
 */
const CLAIM: Statement = {
  name: 'claim_due',
  text: `
    with due as (
      select id from alarms
      where status = 'scheduled' and next_attempt_at > $1::timestamptz and next_attempt_at <= $2::timestamptz
        and (select engine_may_fire())
      order by next_attempt_at limit $3 for update skip locked
    )
    update alarms
    set status = 'firing', version = version + 1, attempts = attempts + 1, lease_until = $4::timestamptz
    where id = any (array(select id from due))
    returning ${CLAIM_COLUMNS}`,
};

/** Which rows, how many at most, and until when they are this worker's. */
export type ClaimOf = { afterUs: Micros | null; untilUs: Micros; limit: number; leaseUntilUs: Micros };

/** Claims what is due after `afterUs` (null: however long ago) and until `untilUs`, the first due first. */
export async function claimDue(sql: Sql, claim: ClaimOf): Promise<Claim[]> {
  const after = claim.afterUs === null ? '-infinity' : formatMicros(claim.afterUs);
  const values = [after, formatMicros(claim.untilUs), claim.limit, formatMicros(claim.leaseUntilUs)];
  const { claims } = await readClaims(sql, { statement: CLAIM, values, leaseUntilUs: claim.leaseUntilUs });
  return claims;
}
