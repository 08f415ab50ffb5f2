type Row = { id: string };
export type SteadyRows<T> = {
  rows: T[];
  /** How many rows are held back above or between the shown ones. */
  waiting: number;
};

/**
 * Rows of a new response in the order already on screen, so that nothing moves while someone reads. New rows are held
 * back; rows after the last one shown (another page) are appended; rows that left are removed, except the selected one,
 * which keeps its place.
 */
export function steadyRows<T extends Row>(shownIds: readonly string[], response: readonly T[], selected: T | null) {
  const byId = new Map(response.map((row) => [row.id, row]));
  if (selected && shownIds.includes(selected.id)) byId.set(selected.id, { ...byId.get(selected.id), ...selected });
  const shown = new Set(shownIds);
  const last = response.findLastIndex((row) => shown.has(row.id));
  const shownRows = shownIds.map((id) => byId.get(id)).filter((row) => row !== undefined);
  const appended = response.slice(last + 1);
  const waiting = response.slice(0, last + 1).filter((row) => !shown.has(row.id)).length;
  return { rows: [...shownRows, ...appended], waiting } satisfies SteadyRows<T>;
}

/** The row `step` rows away. Clamps to the first and last row; without a current row it returns the first. */
export function adjacentRow(ids: readonly string[], from: string | null, step: 1 | -1): string | null {
  const here = from === null ? -1 : ids.indexOf(from);
  if (here === -1) return ids[0] ?? null;
  return ids[Math.min(Math.max(here + step, 0), ids.length - 1)] ?? null;
}
