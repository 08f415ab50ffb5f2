import type { TxCtx } from '#/lib/context/context.ts';
import type { PersonFacts } from '#/lib/tracking/imports/fit-row.ts';
import type { Import, ImportRow } from '#/lib/tracking/imports/import.ts';
import { listNextRows, saveRows } from '#/lib/tracking/imports/import-store.ts';
import { discardTimers, findRecordedTimers, type RecordedTimer } from '#/lib/tracking/imports/imported-timers-store.ts';
import { lockPeople } from '#/lib/tracking/imports/lock-people.ts';
import { findPersonFacts } from '#/lib/tracking/imports/person-facts.ts';

/**
 * Removes the next recorded rows of an import; false when there are none. Timers that were changed or closed since are
 * kept.
 */
export async function removeImportedRows(ctx: TxCtx, one: Import, limit: number): Promise<boolean> {
  const rows = await listNextRows(ctx.tx, one.id, 'recorded', limit);
  if (rows.length === 0) return false;
  const userIds = [...new Set(rows.flatMap(({ userId }) => userId ?? []))].sort();
  const { now } = await lockPeople(ctx, userIds);
  const range = { from: earliest(rows), to: latest(rows) };
  const facts = await findPersonFacts(ctx, userIds, range, now);
  const timers = await findRecordedTimers(
    ctx.tx,
    rows.flatMap(({ timerId }) => timerId ?? []),
  );
  const byId = new Map(timers.map((timer) => [timer.id, timer]));
  const after = rows.map((row) => removed(row, byId.get(row.timerId ?? ''), facts));
  const gone = after.flatMap(({ state, timerId }) =>
    state === 'undone' && timerId && byId.has(timerId) ? timerId : [],
  );
  await discardTimers(ctx.tx, gone, now);
  await saveRows(ctx.tx, one.id, after);
  return true;
}

function removed(row: ImportRow, timer: RecordedTimer | undefined, facts: Map<string, PersonFacts>): ImportRow {
  if (!timer) return { ...row, state: 'undone' };
  if (timer.version > 1) {
    return { ...row, state: 'kept', note: { code: 'changed', detail: 'Changed since it was imported, so it stays.' } };
  }
  const closed = row.userId ? (facts.get(row.userId)?.closed ?? []) : [];
  const closure = closed.find(
    ({ from, to }) => Number(row.startedAt) < Number(to) && (!from || Number(row.endedAt) > Number(from)),
  );
  if (closure) return { ...row, state: 'kept', note: { code: 'time_closed', detail: closure.detail } };
  return { ...row, state: 'undone', note: null };
}

function earliest(rows: readonly ImportRow[]): Date {
  return new Date(Math.min(...rows.map(({ startedAt }) => Number(startedAt))));
}

function latest(rows: readonly ImportRow[]): Date {
  return new Date(Math.max(...rows.map(({ endedAt }) => Number(endedAt))));
}
