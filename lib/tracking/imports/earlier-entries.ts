/** An entry that an import has recorded, on its local day. */
export type EarlierEntry = {
  fingerprint: string;
  userId: string;
  /** Null when the timer is gone. */
  timerId: string | null;
  label: string;
  date: string;
  startedAt: Date;
  endedAt: Date;
  /** Its import read ids, so that rows with another id are other entries. */
  hasId: boolean;
};

type Told = { userId: string; date: string; ms: number; hasId: boolean };

/** Entries of earlier imports, each of which at most one row of a file repeats. */
export class EarlierEntries {
  readonly #byDay = new Map<string, EarlierEntry[]>();

  /** Without those whose own rows, told by fingerprint, are in the file: nothing else repeats them. */
  constructor(entries: readonly EarlierEntry[], known: ReadonlySet<string>) {
    for (const entry of entries) {
      if (known.has(entry.fingerprint)) continue;
      const key = keyOf({ ...entry, ms: Number(entry.endedAt) - Number(entry.startedAt) });
      this.#byDay.set(key, [...(this.#byDay.get(key) ?? []), entry]);
    }
  }

  /** An entry of the same person, day and duration, which no other row matches from then on; null without one. */
  take(told: Told): EarlierEntry | null {
    const entries = this.#byDay.get(keyOf(told)) ?? [];
    const at = entries.findIndex((entry) => !(told.hasId && entry.hasId));
    return at === -1 ? null : (entries.splice(at, 1)[0] ?? null);
  }
}

function keyOf({ userId, date, ms }: Pick<Told, 'userId' | 'date' | 'ms'>): string {
  return `${userId} ${date} ${ms}`;
}
