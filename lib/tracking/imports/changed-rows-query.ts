import type { Tx } from '#/lib/db/client.ts';

export type ChangedRow = { line: number; title: string; timerId: string };

const MOST = 50;

/** Recorded rows whose timers were changed or deleted since, and how many there are. */
export async function listChangedRows(
  tx: Pick<Tx, '$queryRaw'>,
  importId: string,
): Promise<{ rows: ChangedRow[]; count: number }> {
  const rows = await tx.$queryRaw<(ChangedRow & { count: number })[]>`
    select r.line, t.title, t.id as "timerId", count(*) over ()::int as count
      from import_rows r join timers t on t.id = r.timer_id
     where r.import_id = ${importId}::uuid and r.state = 'recorded' and t.version > 1
     order by r.line limit ${MOST}`;
  return {
    rows: rows.map(({ line, title, timerId }) => ({ line, title, timerId })),
    count: rows[0]?.count ?? 0,
  };
}
