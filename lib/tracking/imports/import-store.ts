import type { Tx } from '#/lib/db/client.ts';
import { Prisma } from '#/lib/db/generated/client.ts';
import type { Import, ImportRow, RowState } from '#/lib/tracking/imports/import.ts';

type Reader = Pick<Tx, 'import'>;
/** A position in the list: by upload time, newest first, then by id. */
export type ImportPlace = { createdAt: Date; id: string };

/** How many rows one statement writes. */
const AT_ONCE = 2_000;

export async function insertImport(tx: Tx, one: Import): Promise<void> {
  await tx.import.create({ data: columnsOf(one), select: { id: true } });
}

export async function findImport(tx: Reader, workspaceId: string, id: string): Promise<Import | null> {
  const row = await tx.import.findFirst({ where: { id, workspaceId } });
  return row && toImport(row);
}

/** The same, locked until the transaction ends. */
export async function lockImport(tx: Tx, workspaceId: string, id: string): Promise<Import | null> {
  await tx.$queryRaw`select 1 from imports where id = ${id}::uuid and workspace_id = ${workspaceId}::uuid for update`;
  return findImport(tx, workspaceId, id);
}

export async function saveImport(tx: Tx, one: Import): Promise<void> {
  const { id, ...data } = columnsOf(one);
  await tx.import.update({ where: { id }, data, select: { id: true } });
}

/** Deletes it with its rows. */
export async function deleteImport(tx: Tx, id: string): Promise<void> {
  await tx.import.delete({ where: { id }, select: { id: true } });
}

/** Imports of a workspace, or of one person in it, newest first; only those after a position in that order. */
export async function listImportRows(
  tx: Reader,
  { workspaceId, userId }: { workspaceId: string; userId: string | null },
  { after, limit }: { after: ImportPlace | null; limit: number },
): Promise<Import[]> {
  const rest = after && {
    OR: [{ createdAt: { lt: after.createdAt } }, { createdAt: after.createdAt, id: { lt: after.id } }],
  };
  const rows = await tx.import.findMany({
    where: { workspaceId, ...(userId && { userId }), ...rest },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: limit,
  });
  return rows.map(toImport);
}

/** Deletes drafts that were uploaded before this and never applied, in any workspace; returns their ids. */
export async function deleteStaleDrafts(tx: Pick<Tx, 'import'>, before: Date): Promise<number> {
  const { count } = await tx.import.deleteMany({ where: { status: 'draft', createdAt: { lt: before } } });
  return count;
}

/** Inserts the rows of an uploaded file, before they are read. */
export async function insertRows(
  tx: Tx,
  { id, workspaceId }: Pick<Import, 'id' | 'workspaceId'>,
  rows: readonly Pick<ImportRow, 'line' | 'cells'>[],
): Promise<void> {
  for (const part of chunks(rows)) {
    await tx.$executeRaw`
      insert into import_rows (import_id, workspace_id, line, cells)
      select ${id}::uuid, ${workspaceId}::uuid, line, cells
        from jsonb_to_recordset(${JSON.stringify(part)}::jsonb) as given (line int, cells jsonb)`;
  }
}

/** All rows in file order. */
export async function listAllRows(tx: Pick<Tx, 'importRow'>, importId: string): Promise<ImportRow[]> {
  const rows = await tx.importRow.findMany({ where: { importId }, orderBy: { line: 'asc' } });
  return rows.map(toRow);
}

/** Whether rows in this state are another person's time. */
export async function hasRowsOfOthers(
  tx: Pick<Tx, 'importRow'>,
  { importId, userId, state }: { importId: string; userId: string; state: RowState },
): Promise<boolean> {
  const row = await tx.importRow.findFirst({
    where: { importId, state, userId: { not: userId } },
    select: { line: true },
  });
  return row !== null;
}

/** Some rows in these states, of one person or all, after a line, in file order. */
export async function listRowsPage(
  tx: Pick<Tx, 'importRow'>,
  importId: string,
  {
    states,
    userId,
    after,
    limit,
  }: { states: readonly RowState[] | null; userId: string | null; after: number; limit: number },
): Promise<ImportRow[]> {
  const rows = await tx.importRow.findMany({
    where: {
      importId,
      line: { gt: after },
      ...(states && { state: { in: [...states] } }),
      // Rows without an owner yet belong to no person.
      ...(userId && { OR: [{ userId }, { userId: null }] }),
    },
    orderBy: { line: 'asc' },
    take: limit,
  });
  return rows.map(toRow);
}

/**
 * The next rows in a state, grouped by person and in order of time: everything that locks people uses the same order.
 */
export async function listNextRows(
  tx: Pick<Tx, 'importRow'>,
  importId: string,
  state: RowState,
  limit: number,
): Promise<ImportRow[]> {
  const rows = await tx.importRow.findMany({
    where: { importId, state },
    orderBy: [{ userId: 'asc' }, { startedAt: 'asc' }, { line: 'asc' }],
    take: limit,
  });
  return rows.map(toRow);
}

/** Writes the current state of rows. */
export async function saveRows(tx: Tx, importId: string, rows: readonly ImportRow[]): Promise<void> {
  for (const part of chunks(rows)) {
    const given = part.map((row) => ({ ...row, statedMs: row.statedMs, conflicts: row.overlaps }));
    await tx.$executeRaw`
      update import_rows r set
        state = g.state, cells = g.cells, user_id = g."userId", started_at = g."startedAt", ended_at = g."endedAt",
        spans = g.spans, stated_ms = g."statedMs", title = g.title, project = g.project, ticket_key = g."ticketKey",
        tags = array(select jsonb_array_elements_text(g.tags)), is_placed = g."isPlaced", fingerprint = g.fingerprint,
        matched = g.matched, resolution = g.resolution, note = nullif(g.note, 'null'::jsonb), conflicts = g.conflicts, timer_id = g."timerId"
      from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as g (
        line int, state text, cells jsonb, "userId" uuid, "startedAt" timestamptz, "endedAt" timestamptz, spans jsonb,
        "statedMs" bigint, title text, project text, "ticketKey" text, tags jsonb, "isPlaced" boolean, fingerprint text,
        matched text, resolution text, note jsonb, conflicts jsonb, "timerId" uuid)
      where r.import_id = ${importId}::uuid and r.line = g.line`;
  }
}

/** The choice for rows that overlap; null for the choice of the whole import. */
export async function saveResolutions(
  tx: Tx,
  importId: string,
  resolution: ImportRow['resolution'],
  lines: readonly number[],
): Promise<void> {
  await tx.importRow.updateMany({ where: { importId, line: { in: [...lines] } }, data: { resolution } });
}

/** Which of these entries are already recorded, by an import that was not undone. */
export async function findRecorded(
  tx: Pick<Tx, '$queryRaw'>,
  workspaceId: string,
  fingerprints: readonly string[],
): Promise<Set<string>> {
  const rows = await tx.$queryRaw<{ fingerprint: string }[]>`
    select fingerprint from import_rows
     where workspace_id = ${workspaceId}::uuid and state in ('recorded', 'kept')
       and fingerprint = any(${[...fingerprints]}::text[])`;
  return new Set(rows.map(({ fingerprint }) => fingerprint));
}

function chunks<T>(all: readonly T[]): T[][] {
  const count = Math.ceil(all.length / AT_ONCE);
  return Array.from({ length: count }, (_, index) => all.slice(index * AT_ONCE, (index + 1) * AT_ONCE));
}

function columnsOf(one: Import) {
  const { columns, mapping, totals, people, created, ...rest } = one;
  const json = (value: unknown) => JSON.parse(JSON.stringify(value)) as Prisma.InputJsonValue;
  return {
    ...rest,
    columns: json(columns),
    mapping: json(mapping),
    totals: totals ? json(totals) : Prisma.DbNull,
    people: json(people),
    created: json(created),
  };
}

type StoredImport = { [Key in keyof Import]: unknown };
type StoredRow = { [Key in keyof ImportRow]: unknown } & {
  statedMs: bigint | null;
  importId: string;
  workspaceId: string;
};

function toImport(row: StoredImport): Import {
  return row as Import;
}

function toRow({ importId: _import, workspaceId: _workspace, statedMs, ...row }: StoredRow): ImportRow {
  return { ...row, statedMs: statedMs === null ? null : Number(statedMs) } as ImportRow;
}
