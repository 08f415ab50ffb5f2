/** Selected rows of a list, and the one selected last. */
export type RowSelection = { ids: ReadonlySet<string>; last: string | null };

export const NOTHING_SELECTED: RowSelection = { ids: new Set(), last: null };

/**
 * With all rows from the last selected one, if it is still in the list, to this one; unchanged if this one is not in
 * the list.
 */
export function withRangeTo(order: readonly string[], choice: RowSelection, id: string): RowSelection {
  const to = order.indexOf(id);
  if (to < 0) return choice;
  const last = choice.last === null ? -1 : order.indexOf(choice.last);
  const from = last < 0 ? to : last;
  const range = order.slice(Math.min(from, to), Math.max(from, to) + 1);
  return { ids: choice.ids.union(new Set(range)), last: id };
}
