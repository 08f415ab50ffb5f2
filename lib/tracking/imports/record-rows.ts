import type { StartPolicy } from '#/lib/accounts/workspaces/start-policy-query.ts';
import type { TxCtx } from '#/lib/context/context.ts';
import { newId } from '#/lib/core/ids.ts';
import { zoneClock } from '#/lib/core/zone-clock.ts';
import type { Tx } from '#/lib/db/client.ts';
import { EarlierEntries, type EarlierEntry } from '#/lib/tracking/imports/earlier-entries.ts';
import { listEarlierEntries } from '#/lib/tracking/imports/earlier-entries-query.ts';
import { fitRow, type PersonFacts } from '#/lib/tracking/imports/fit-row.ts';
import type { Import, ImportMapping, ImportRow } from '#/lib/tracking/imports/import.ts';
import { findRecorded, listNextRows, saveImport, saveRows } from '#/lib/tracking/imports/import-store.ts';
import { insertTimers, type NewTimer } from '#/lib/tracking/imports/imported-timers-store.ts';
import { lockPeople } from '#/lib/tracking/imports/lock-people.ts';
import { findPersonFacts } from '#/lib/tracking/imports/person-facts.ts';
import { matchEarlier } from '#/lib/tracking/imports/plan-rows.ts';
import { Subjects } from '#/lib/tracking/imports/subjects.ts';

/**
 * Records the next rows of an import that are ready; false when there are none. Changes since the dry run count: a row
 * whose time was taken or closed meanwhile is not recorded, and gets the reason.
 */
export async function recordRows(ctx: TxCtx, one: Import, limit: number): Promise<boolean> {
  const rows = await listNextRows(ctx.tx, one.id, 'ready', limit);
  if (rows.length === 0) return false;
  const userIds = [...new Set(rows.flatMap(({ userId }) => userId ?? []))].sort();
  const { policyOf, now } = await lockPeople(ctx, userIds);
  const facts = await findPersonFacts(ctx, [...policyOf.keys()], rangeOf(rows), now);
  const recorded = await findRecorded(
    ctx.tx,
    one.workspaceId,
    rows.flatMap(({ fingerprint }) => fingerprint ?? []),
  );
  const earlier = new EarlierEntries(await listEarlier(ctx.tx, one, rows), recorded);
  const fitted = rows.map((row) => fit(row, { facts, recorded, earlier, one, now }));
  const subjects = await Subjects.load(ctx, one, fitted);
  const timers: NewTimer[] = [];
  const written: ImportRow[] = [];
  for (const row of fitted) {
    const startPolicy = row.userId ? policyOf.get(row.userId) : undefined;
    if (row.state !== 'ready' || !startPolicy) {
      written.push(row);
      continue;
    }
    const timer = await newTimer(row, startPolicy, one, subjects);
    timers.push(timer);
    written.push({ ...row, state: 'recorded', timerId: timer.id, cells: [] });
  }
  await insertTimers(ctx.tx, timers, now);
  await saveRows(ctx.tx, one.id, written);
  if (subjects.hasCreated()) await saveImport(ctx.tx, { ...one, created: subjects.created });
  return true;
}

type Known = {
  facts: Map<string, PersonFacts>;
  recorded: ReadonlySet<string>;
  earlier: EarlierEntries;
  one: Import;
  now: Date;
};

/** Entries that other imports have recorded, before or after the dry run, on the days of rows without clock times. */
async function listEarlier(
  tx: Tx,
  { id: importId, workspaceId, mapping }: Import,
  rows: readonly ImportRow[],
): Promise<EarlierEntry[]> {
  const days = rows.flatMap((row) =>
    row.isPlaced && row.userId ? { userId: row.userId, date: importDetails(row, mapping).date } : [],
  );
  return listEarlierEntries(tx, { workspaceId, importId, days });
}

function fit(row: ImportRow, { facts, recorded, earlier, one, now }: Known): ImportRow {
  const person = row.userId ? facts.get(row.userId) : undefined;
  if (!person) {
    const detail = 'This person is no longer a member of this workspace.';
    return { ...row, state: 'error', spans: [], note: { code: 'person_unknown', detail } };
  }
  if (row.fingerprint && recorded.has(row.fingerprint)) {
    const detail = 'Another import has recorded this row in the meantime.';
    return { ...row, state: 'duplicate', spans: [], matched: row.fingerprint, note: { code: 'duplicate', detail } };
  }
  const repeated =
    row.isPlaced && matchEarlier(row, importDetails(row, one.mapping), { earlier, mapping: one.mapping });
  if (repeated) return repeated;
  const again = fitRow({ ...row, overlaps: [] }, person, { mapping: one.mapping, now: now.getTime() });
  // A row that was trimmed in the dry run keeps its note.
  return again.state === 'ready' && again.overlaps.length === 0 ? { ...again, note: row.note } : again;
}

/** The file's details of a row that was placed into its day. */
function importDetails({ cells, startedAt, endedAt }: ImportRow, { columns, timeZone }: ImportMapping) {
  const start = Number(startedAt);
  const date = new Date(start + zoneClock(timeZone, start).offsetMs).toISOString().slice(0, 10);
  const id = columns.source_id === undefined ? '' : (cells[columns.source_id] ?? '').trim();
  return { date, ms: Number(endedAt) - start, hasId: id !== '' };
}

async function newTimer(row: ImportRow, startPolicy: StartPolicy, one: Import, subjects: Subjects): Promise<NewTimer> {
  const { ticket, project } = await subjects.resolve(row);
  const { spans, userId, tags } = row;
  return {
    id: newId(),
    workspaceId: one.workspaceId,
    userId: userId as string,
    title: row.title || ticket?.title || '',
    ticketId: ticket?.id ?? null,
    projectId: project?.id ?? null,
    tags,
    capSeconds: startPolicy.capSeconds,
    timeZone: one.mapping.timeZone,
    spans: spans.map(({ startedAt, endedAt }) => ({ startedAt: new Date(startedAt), endedAt: new Date(endedAt) })),
  };
}

function rangeOf(rows: readonly ImportRow[]): { from: Date; to: Date } {
  const starts = rows.map(({ startedAt }) => Number(startedAt));
  const ends = rows.map(({ endedAt }) => Number(endedAt));
  return { from: new Date(Math.min(...starts)), to: new Date(Math.max(...ends)) };
}
