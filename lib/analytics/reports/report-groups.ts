import type { ReportGrouping } from '#/lib/analytics/reports/report-levels.ts';

/** A group of a report: `value` distinguishes it from the others of its level. */
export type GroupRow = {
  by: ReportGrouping;
  value: string | null;
  key: string | null;
  name: string | null;
  trackedMs: number;
  timers: number;
};
export type Group = GroupRow & { groups: GroupRow[]; leftOut: number };

/** A row of the statement: a group of the first level, or of the second within it. */
export type LevelRow = Omit<GroupRow, 'by'> & {
  /** The value of the enclosing group of the first level; null for a group of the first level. */
  isInner: boolean;
  parent: string | null;
  /** How many groups its level has there, listed or not. */
  siblings: number;
};

/** Puts groups of the second level into those of the first. Both keep their order. */
export function nestGroups(
  rows: readonly LevelRow[],
  [outer, inner]: readonly ReportGrouping[],
): { groups: Group[]; leftOut: number } {
  const within = Map.groupBy(
    rows.filter(({ isInner }) => isInner),
    ({ parent }) => parent,
  );
  const outerRows = rows.filter(({ isInner }) => !isInner);
  const groups = outerRows.map((row) => {
    const parts = within.get(row.value) ?? [];
    return {
      ...toRow(row, outer as ReportGrouping),
      groups: parts.map((part) => toRow(part, inner as ReportGrouping)),
      leftOut: leftOut(parts),
    };
  });
  return { groups, leftOut: leftOut(outerRows) };
}

function toRow({ value, key, name, trackedMs, timers }: LevelRow, by: ReportGrouping): GroupRow {
  return { by, value, key, name, trackedMs, timers };
}

function leftOut(rows: readonly LevelRow[]): number {
  return (rows[0]?.siblings ?? 0) - rows.length;
}
