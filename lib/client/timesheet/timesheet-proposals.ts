import type { Row, Timesheet } from '#/lib/client/timesheet/timesheet.ts';

/** A duration on this day of last week, and when it was. Milliseconds, epoch milliseconds. */
export type Proposal = { key: string; date: string; ms: number; preferredStart: number };
export type KnownRow = Pick<Row, 'key' | 'subject'>;

/** Durations of last week for cells of this one. They add nothing: they have to be confirmed. */
export class Proposals {
  readonly all: readonly Proposal[];

  constructor(all: readonly Proposal[] = []) {
    this.all = all;
  }

  find(key: string, date: string): Proposal | null {
    return this.all.find((one) => one.key === key && one.date === date) ?? null;
  }
}

/** Cells in `sheet` that have begun without time get the durations of the same days of the previous week. */
export function proposalsFrom(before: Timesheet, sheet: Timesheet, now: number): Proposals {
  const known = new Map(sheet.rows.map((row) => [row.key, row]));
  return new Proposals(
    before.rows.flatMap((row) =>
      row.cells.flatMap((cell, column): Proposal[] => {
        const [day, dayBefore, first] = [sheet.days[column], before.days[column], cell.pieces[0]];
        const isTaken = (known.get(row.key)?.cells[column]?.pieces.length ?? 0) > 0;
        if (!day || !dayBefore || !first || isTaken || day.from >= now) return [];
        return [{ key: row.key, date: day.date, ms: cell.ms, preferredStart: day.from + first.from - dayBefore.from }];
      }),
    ),
  );
}

/** The rows of a sheet, to be shown in another week. */
export function rowsOf(sheet: Timesheet): KnownRow[] {
  return sheet.rows.map(({ key, subject }) => ({ key, subject }));
}
