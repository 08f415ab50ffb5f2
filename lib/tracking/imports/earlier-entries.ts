import type { ImportRow } from '#/lib/tracking/imports/import.ts';

/** The subject of an entry. */
type About = Pick<ImportRow, 'title' | 'project' | 'ticketKey'>;

/** An entry that an import has recorded, on its local day. */
export type EarlierEntry = About & {
  fingerprint: string;
  userId: string;
  timerId: string;
  date: string;
  startedAt: Date;
  endedAt: Date;
  /** Its import read ids, so rows with another id are other entries. */
  hasId: boolean;
};

type EntryRow = About & { userId: string; date: string; ms: number; hasId: boolean };

/** Entries of earlier imports, each matched by at most one row of a file. */
export class EarlierEntries {
  readonly #byDay = new Map<string, EarlierEntry[]>();

  /** Leaves out entries whose own rows, by fingerprint, are in the file: nothing else repeats them. */
  constructor(entries: readonly EarlierEntry[], known: ReadonlySet<string>) {
    for (const entry of entries) {
      if (known.has(entry.fingerprint)) continue;
      const key = keyOf({ ...entry, ms: Number(entry.endedAt) - Number(entry.startedAt) });
      this.#byDay.set(key, [...(this.#byDay.get(key) ?? []), entry]);
    }
  }

  /**
   * The entry of the same person, day and duration whose subject agrees best with the row, which no other row can match
   * from then on; null when none agrees.
   */
  take(row: EntryRow): EarlierEntry | null {
    const entries = this.#byDay.get(keyOf(row)) ?? [];
    const degrees = entries.map((entry) => (row.hasId && entry.hasId ? 0 : agreement(row, entry)));
    const most = Math.max(0, ...degrees);
    return most === 0 ? null : (entries.splice(degrees.indexOf(most), 1)[0] ?? null);
  }
}

function keyOf({ userId, date, ms }: Pick<EntryRow, 'userId' | 'date' | 'ms'>): string {
  return `${userId} ${date} ${ms}`;
}

/** In how many of project, ticket and title two entries agree. An entry with none of them agrees a little with any. */
function agreement(one: About, other: About): number {
  const [row, known] = [foldedOf(one), foldedOf(other)];
  if (isBlank(row) || isBlank(known)) return 0.5;
  const isSameProject = isSame(row.project, known.project) || isWithClient(row.project, known.project);
  return [isSameProject, isSame(row.ticket, known.ticket), isSame(row.title, known.title)].filter(Boolean).length;
}

type Folded = { title: string; project: string; ticket: string };

/** The key of an unknown ticket comes before the title; the file may also have had no column for it. */
function foldedOf({ title, project, ticketKey }: About): Folded {
  const rest = ticketKey && title.startsWith(ticketKey) ? title.slice(ticketKey.length) : null;
  // API-1 is not the key of “API-12 Rate limiter”.
  const alone = rest === null || /^\w/.test(rest) ? title : rest;
  const ticket = (ticketKey ?? '').toLowerCase();
  return { title: alone.trim().toLowerCase(), project: (project ?? '').toLowerCase(), ticket };
}

function isBlank({ title, project, ticket }: Folded): boolean {
  return !(title || project || ticket);
}

function isSame(one: string, other: string): boolean {
  return one !== '' && one === other;
}

/** “Acme: API” is “API” when one of the files was read without its clients. */
function isWithClient(one: string, other: string): boolean {
  return one !== '' && other !== '' && (one.endsWith(`: ${other}`) || other.endsWith(`: ${one}`));
}
