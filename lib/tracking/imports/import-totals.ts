import { readDuration } from '#/lib/tracking/imports/cell-values.ts';
import type { ImportMapping, ImportRow, ImportTotals, RowState } from '#/lib/tracking/imports/import.ts';
import { isLikelyDuplicate } from '#/lib/tracking/imports/plan-rows.ts';

const WILL_BE_RECORDED: ReadonlySet<RowState> = new Set<RowState>(['ready', 'recorded', 'kept']);

/** The result of a dry run: the totals stated in the file, those that will be recorded, and which names are new. */
export function totalsOf(
  rows: readonly ImportRow[],
  mapping: ImportMapping,
  known: { projects: ReadonlySet<string>; tickets: ReadonlySet<string> },
): ImportTotals {
  const byState: ImportTotals['byState'] = {};
  for (const { state } of rows) byState[state] = (byState[state] ?? 0) + 1;
  const wanted = rows.filter(({ state }) => WILL_BE_RECORDED.has(state));
  const states = mapping.columns.duration !== undefined;
  return {
    rows: rows.length,
    byState,
    likelyDuplicates: rows.filter(isLikelyDuplicate).length,
    statedMs: states ? sum(rows, ({ statedMs }) => statedMs ?? 0) : null,
    statedRecordedMs: states ? sum(wanted, ({ statedMs }) => statedMs ?? 0) : null,
    recordedMs: sum(wanted, recordedMs),
    roundingMs: sum(wanted, (row) => roundingOf(row, mapping)),
    newProjects: newNames(
      wanted,
      ({ project }) => project,
      known.projects,
      (name) => name.toLowerCase(),
    ),
    newTickets: mapping.createTickets
      ? newNames(
          wanted,
          ({ ticketKey }) => ticketKey,
          known.tickets,
          (key) => key.toUpperCase(),
        )
      : [],
  };
}

/** The recorded time of a row. */
export function recordedMs({ spans }: Pick<ImportRow, 'spans'>): number {
  return sum(spans, ({ startedAt, endedAt }) => Date.parse(endedAt) - Date.parse(startedAt));
}

function roundingOf({ cells }: ImportRow, { columns, durationUnit }: ImportMapping): number {
  const text = columns.duration === undefined ? '' : (cells[columns.duration] ?? '');
  return readDuration(text, durationUnit)?.roundingMs ?? 0;
}

function newNames(
  rows: readonly ImportRow[],
  nameOf: (row: ImportRow) => string | null,
  known: ReadonlySet<string>,
  folded: (name: string) => string,
): string[] {
  const found = new Map<string, string>();
  for (const row of rows) {
    const name = nameOf(row);
    if (name && !known.has(folded(name)) && !found.has(folded(name))) found.set(folded(name), name);
  }
  return [...found.values()];
}

function sum<T>(all: readonly T[], of: (one: T) => number): number {
  return all.reduce((total, one) => total + of(one), 0);
}
