import type { Tx } from '#/lib/db/client.ts';
import type { RowState } from '#/lib/tracking/imports/import.ts';

/** An import's totals for one person. */
export type PersonTotals = {
  userId: string;
  entries: number;
  recordedMs: number;
  statedMs: number;
  from: Date;
  to: Date;
};

/** Number and time of the rows in a state, by person. */
export async function sumByPerson(
  tx: Pick<Tx, '$queryRaw'>,
  importId: string,
  state: RowState,
): Promise<PersonTotals[]> {
  return tx.$queryRaw`
    select r.user_id as "userId", count(*)::int as entries, coalesce(sum(r.stated_ms), 0)::float8 as "statedMs",
           coalesce(sum(s.ms), 0)::float8 as "recordedMs", min(r.started_at) as "from", max(r.ended_at) as "to"
      from import_rows r
     cross join lateral (
       select sum(extract(epoch from (one ->> 'endedAt')::timestamptz - (one ->> 'startedAt')::timestamptz) * 1000) as ms
         from jsonb_array_elements(r.spans) as one) as s
     where r.import_id = ${importId}::uuid and r.state = ${state} and r.user_id is not null
     group by r.user_id order by r.user_id`;
}
