/** Consecutive days. */
export type DayRange = { first: string; days: number };

/** The seven days from this one on. */
export function weekFrom(first: string): DayRange {
  return { first, days: 7 };
}
