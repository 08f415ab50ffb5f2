import type { Tx } from '#/lib/db/client.ts';
import type { RowState } from '#/lib/tracking/imports/import.ts';
import type { RowCounts } from '#/lib/tracking/imports/import-json.ts';

/** The number of rows in each state, by import. */
export async function countRows(tx: Pick<Tx, '$queryRaw'>, ids: readonly string[]): Promise<Map<string, RowCounts>> {
  const rows = await tx.$queryRaw<{ id: string; state: RowState; count: number }[]>`
    select import_id as id, state, count(*)::int as count from import_rows
     where import_id = any(${[...ids]}::uuid[]) group by import_id, state`;
  const found = new Map<string, RowCounts>(ids.map((id) => [id, {}]));
  for (const { id, state, count } of rows) (found.get(id) as RowCounts)[state] = count;
  return found;
}
