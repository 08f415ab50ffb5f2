import type { Ctx, TxCtx } from '#/lib/context/context.ts';
import { authorize } from '#/lib/context/roles/authorize.ts';
import { transaction } from '#/lib/context/transaction.ts';
import { DAY_MS } from '#/lib/core/duration.ts';
import { AppError } from '#/lib/core/errors.ts';
import { matchesVersion } from '#/lib/core/if-match.ts';
import type { ImportTarget } from '#/lib/tracking/imports/apply-import.ts';
import { EarlierEntries, type EarlierEntry } from '#/lib/tracking/imports/earlier-entries.ts';
import { listEarlierEntries } from '#/lib/tracking/imports/earlier-entries-query.ts';
import { ownerOf, peopleOf } from '#/lib/tracking/imports/file-people.ts';
import type { PersonFacts } from '#/lib/tracking/imports/fit-row.ts';
import { ownImport, type ShownImport, withRowCounts } from '#/lib/tracking/imports/get-import.ts';
import type { Import, ImportMapping, ImportRow } from '#/lib/tracking/imports/import.ts';
import { importNotPossible, importVersionMismatch } from '#/lib/tracking/imports/import-errors.ts';
import { changedMapping } from '#/lib/tracking/imports/import-json.ts';
import type { PreviewImportInput } from '#/lib/tracking/imports/import-schemas.ts';
import { needsDateOrder } from '#/lib/tracking/imports/import-sources.ts';
import {
  findRecorded,
  listAllRows,
  lockImport,
  saveImport,
  saveResolutions,
  saveRows,
} from '#/lib/tracking/imports/import-store.ts';
import { totalsOf } from '#/lib/tracking/imports/import-totals.ts';
import { findKnownNames } from '#/lib/tracking/imports/known-names-query.ts';
import { listImportMembers } from '#/lib/tracking/imports/members-query.ts';
import { findPersonFacts } from '#/lib/tracking/imports/person-facts.ts';
import { planRows, type ReadRow, readRows } from '#/lib/tracking/imports/plan-rows.ts';

/** Comparing a file of many rows with recorded time takes longer than other verbs do. */
const TIMEOUT_MS = 120_000;

/**
 * The dry run: reads the file with this mapping and reports what would happen to each row. Records nothing else.
 * @throws AppError 404 `import_not_found`; 409 `import_state`; 400 `mapping_invalid`; 412
 */
export async function previewImport(
  ctx: Ctx,
  { id, ifMatch }: ImportTarget,
  input: PreviewImportInput,
): Promise<ShownImport> {
  authorize(ctx, 'timers:write');
  return transaction(
    ctx,
    async (tx) => {
      const before = ownImport(tx, await lockImport(tx.tx, tx.actor.workspaceId, id));
      if (!matchesVersion(ifMatch, before.version)) throw importVersionMismatch(before);
      if (before.status !== 'draft') throw importNotPossible(before);
      for (const { line, resolution } of input.resolutions ?? []) {
        await saveResolutions(tx.tx, id, resolution, [line]);
      }
      const mapping = changedMapping(before.mapping, input.mapping ?? {});
      rejectMapping(mapping, before.columns.length);
      const rows = await listAllRows(tx.tx, id);
      rejectUnclearDates(mapping, rows);
      const after = await planned(tx, { ...before, mapping, version: before.version + 1 }, rows);
      await saveImport(tx.tx, after);
      return withRowCounts(tx, after);
    },
    // A separate mutex, so that the person's timers do not wait for it.
    { timeoutMs: TIMEOUT_MS, mutexKey: `import:${id}` },
  );
}

async function planned(ctx: TxCtx, one: Import, rows: readonly ImportRow[]): Promise<Import> {
  const { mapping, source } = one;
  const { workspaceId, userId: me, scopes } = ctx.actor;
  const members = await listImportMembers(ctx.tx, workspaceId);
  // `me` is the importer, whoever views it.
  const owner = (person: string) => ownerOf(person, mapping, { me: one.userId ?? me, members });
  const mayImportFor = (userId: string) => userId === me || scopes.has('admin:corrections');
  const read = readRows(rows, { mapping, source, ownerOf: owner, mayImportFor });
  const now = await ctx.clock.now(ctx.tx);
  const facts = await factsFor(ctx, read, now);
  const fingerprints = read.flatMap(({ row }) => row.fingerprint ?? []);
  const recorded = await findRecorded(ctx.tx, workspaceId, fingerprints);
  const plan = planRows(read, {
    mapping,
    recorded,
    earlier: new EarlierEntries(await listEarlier(ctx, read), recorded),
    factsOf: (userId) => facts.get(userId) as PersonFacts,
    now: now.getTime(),
  });
  await saveRows(ctx.tx, one.id, plan);
  const projects = plan.flatMap(({ project }) => project ?? []);
  const tickets = plan.flatMap(({ ticketKey }) => ticketKey ?? []);
  const known = await findKnownNames(ctx.tx, workspaceId, { projects, tickets });
  return { ...one, totals: totalsOf(plan, mapping, known), people: peopleOf(rows, mapping, source, owner) };
}

/** What is known about the time of everyone in the file, from its first entry to its last. */
async function factsFor(ctx: TxCtx, read: readonly ReadRow[], now: Date): Promise<Map<string, PersonFacts>> {
  const range = rangeOf(read);
  return range ? findPersonFacts(ctx, userIdsOf(read), range, now) : new Map();
}

/** Entries of earlier imports on the days of entries without clock times. */
async function listEarlier({ tx, actor: { workspaceId } }: TxCtx, read: readonly ReadRow[]): Promise<EarlierEntry[]> {
  const days = read.flatMap(({ row: { userId }, entry }) =>
    userId && entry?.time.kind === 'on_day' ? { userId, date: entry.time.date } : [],
  );
  return listEarlierEntries(tx, { workspaceId, importId: null, days });
}

function userIdsOf(read: readonly ReadRow[]): string[] {
  return [...new Set(read.flatMap(({ row }) => row.userId ?? []))].sort();
}

/** From the first entry to the last, a day around those without clock times; null without entries. */
function rangeOf(read: readonly ReadRow[]): { from: Date; to: Date } | null {
  let [from, to] = [Infinity, -Infinity];
  for (const { entry } of read) {
    if (!entry) continue;
    const { time } = entry;
    const start = time.kind === 'at' ? time.start : Date.parse(`${time.date}T00:00:00Z`) - DAY_MS;
    from = Math.min(from, start);
    to = Math.max(to, time.kind === 'at' ? time.end : start + 3 * DAY_MS);
  }
  return from > to ? null : { from: new Date(from), to: new Date(to) };
}

function rejectMapping({ columns }: ImportMapping, count: number): void {
  const beyond = Object.entries(columns).find(([, at]) => at >= count);
  if (beyond) throw mappingInvalid(`/mapping/columns/${beyond[0]}`, `The file has ${count} columns.`);
  if (columns.start === undefined && columns.start_date === undefined) {
    throw mappingInvalid('/mapping/columns', 'Choose the column with the start of an entry, or with its date.');
  }
}

function rejectUnclearDates({ columns, dateOrder }: ImportMapping, rows: readonly ImportRow[]): void {
  const cells = rows.map((row) => row.cells);
  if (dateOrder || !needsDateOrder(columns, cells)) return;
  throw mappingInvalid(
    '/mapping/date_order',
    'The dates can be read in two ways. Choose whether the day or the month is first.',
  );
}

function mappingInvalid(pointer: string, detail: string): AppError {
  return new AppError('mapping_invalid', { detail, fields: [{ pointer, detail }] });
}
