import { instantsOfLocal, startOfLocalDay } from '#/lib/core/local-time.ts';

/** A stretch of time, half open, epoch milliseconds. */
export type Stretch = { start: number; end: number };
/** Occupied time: already recorded, or of an earlier row of the file. */
export type Busy = Stretch & { timerId: string | null; line: number | null; label: string };

/** One person's occupied time, in order of start; stretches in it never overlap. */
export class BusyTime {
  readonly #taken: Busy[];

  constructor(taken: readonly Busy[]) {
    this.#taken = taken.filter(({ start, end }) => end > start).sort((one, other) => one.start - other.start);
  }

  /** The parts that a stretch would overlap. Touching is no overlap. */
  overlapping({ start, end }: Stretch): Busy[] {
    const found: Busy[] = [];
    for (let at = this.#firstEndingAfter(start); at < this.#taken.length; at += 1) {
      const one = this.#taken[at] as Busy;
      if (one.start >= end) break;
      found.push(one);
    }
    return found;
  }

  /** The free parts of a stretch. */
  free(stretch: Stretch): Stretch[] {
    const parts: Stretch[] = [];
    let from = stretch.start;
    for (const { start, end } of this.overlapping(stretch)) {
      if (start > from) parts.push({ start: from, end: start });
      from = Math.max(from, end);
    }
    if (from < stretch.end) parts.push({ start: from, end: stretch.end });
    return parts;
  }

  take(busy: Busy): void {
    this.#taken.splice(this.#firstEndingAfter(busy.start), 0, busy);
  }

  /** Rows usually come in order of start, so this is mostly the last position. */
  #firstEndingAfter(instant: number): number {
    let [low, high] = [0, this.#taken.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#taken[middle] as Busy).end <= instant) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/**
 * Where in a day to place an entry without clock times: into the first free stretch from this time of day on that is
 * long enough, else the first of the day, never beyond `now`; null when the day has no room for it.
 */
export function placeInDay(
  busy: BusyTime,
  { date, ms }: { date: string; ms: number },
  { timeZone, placeFrom, now }: { timeZone: string; placeFrom: string; now: number },
): Stretch | null {
  const start = startOfLocalDay(date, timeZone);
  const day = { start, end: Math.min(startOfLocalDay(dayAfter(date), timeZone), now) };
  // A time of day that clocks skip has no instant: then from the beginning of the day.
  const [from = start] = instantsOfLocal(Date.parse(`${date}T${placeFrom}:00Z`), timeZone);
  const fits = (free: Stretch[]) => free.find((gap) => gap.end - gap.start >= ms);
  const gap = fits(busy.free({ start: from, end: day.end })) ?? fits(busy.free(day));
  return gap ? { start: gap.start, end: gap.start + ms } : null;
}

function dayAfter(date: string): string {
  const next = new Date(`${date}T00:00:00Z`);
  next.setUTCDate(next.getUTCDate() + 1);
  return next.toISOString().slice(0, 10);
}
