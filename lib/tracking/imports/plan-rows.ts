import type { EarlierEntries, EarlierEntry } from '#/lib/tracking/imports/earlier-entries.ts';
import { fitRow, type PersonFacts } from '#/lib/tracking/imports/fit-row.ts';
import type { ImportMapping, ImportRow, ImportSource } from '#/lib/tracking/imports/import.ts';
import { placeInDay, type Stretch } from '#/lib/tracking/imports/place-entries.ts';
import { type Entry, type EntrySubject, fingerprintOf, readEntry } from '#/lib/tracking/imports/read-entry.ts';

/** A row that was read; `entry` only while it may be recorded. */
export type ReadRow = { row: ImportRow; entry: Entry | null };

type Reading = {
  mapping: ImportMapping;
  source: ImportSource;
  /** The member for a name in the file; undefined for an unknown person, null to leave their entries out. */
  ownerOf: (person: string) => string | null | undefined;
  mayImportFor: (userId: string) => boolean;
};

/** Reads the rows of a file: the content of each, its owner, and the fingerprint by which it is recognized. */
export function readRows(rows: readonly ImportRow[], reading: Reading): ReadRow[] {
  const occurrences = new Map<string, number>();
  return rows.map((row) => {
    const blank = { ...row, ...NOTHING_READ };
    const read = readEntry(row.cells, reading.mapping, reading.source);
    if (read.kind !== 'entry') {
      const about = aboutOf(read.subject, reading.mapping);
      return { row: { ...blank, ...about, state: read.kind, note: read.note }, entry: null };
    }
    const { entry } = read;
    const known = { ...blank, ...aboutOf(entry, reading.mapping), statedMs: entry.stated?.ms ?? null };
    const userId = reading.ownerOf(entry.person);
    const rejected = rejectOwner(userId, entry.person, reading);
    if (rejected) return { row: { ...known, ...rejected }, entry: null };
    const key = `${userId} ${entry.identity}`;
    const occurrence = occurrences.get(key) ?? 0;
    occurrences.set(key, occurrence + 1);
    const fingerprint = fingerprintOf(userId as string, entry.identity, occurrence);
    return { row: { ...known, userId: userId as string, fingerprint }, entry };
  });
}

const NOTHING_READ = {
  state: 'unread',
  userId: null,
  startedAt: null,
  endedAt: null,
  spans: [],
  statedMs: null,
  title: '',
  project: null,
  ticketKey: null,
  tags: [],
  isPlaced: false,
  fingerprint: null,
  matched: null,
  note: null,
  overlaps: [],
} satisfies Partial<ImportRow>;

/** The subject of a row; a key that can't become a ticket stays in the title. */
function aboutOf({ title, project, ticketKey, tags }: EntrySubject, { createTickets }: ImportMapping) {
  const isShown = !ticketKey || createTickets || title.startsWith(ticketKey);
  return { title: isShown ? title : `${ticketKey} ${title}`.trim().slice(0, 500), project, ticketKey, tags };
}

function rejectOwner(userId: string | null | undefined, person: string, { mayImportFor }: Reading) {
  if (userId === null)
    return { state: 'skipped', note: { code: 'person_left_out', detail: `${person} is left out.` } } as const;
  if (userId === undefined) {
    const who = person ? `${person} isn’t a member of this workspace` : 'No person is named';
    const detail = `${who}. Choose whose entries these are.`;
    return { state: 'error', note: { code: 'person_unknown', detail } } as const;
  }
  if (mayImportFor(userId)) return null;
  return {
    state: 'skipped',
    note: { code: 'not_yours', detail: 'Only admins can import other people’s time.' },
  } as const;
}

type Planning = {
  mapping: ImportMapping;
  /** Fingerprints that earlier imports have recorded. */
  recorded: ReadonlySet<string>;
  earlier: EarlierEntries;
  factsOf: (userId: string) => PersonFacts;
  now: number;
};

/**
 * Decides the state of the rows: first those with times of their own, in order of start, then those that are placed
 * into the time left in their day.
 */
export function planRows(rows: readonly ReadRow[], planning: Planning): ImportRow[] {
  const planned = new Map<number, ImportRow>();
  for (const { row, entry } of inOrder(rows)) planned.set(row.line, planRow(row, entry, planning));
  return rows.map(({ row }) => planned.get(row.line) ?? row);
}

function inOrder(rows: readonly ReadRow[]): ReadRow[] {
  const startOf = ({ entry }: ReadRow) => (entry?.time.kind === 'at' ? entry.time.start : Infinity);
  return rows.toSorted((one, other) => {
    const [left, right] = [startOf(one), startOf(other)];
    return left === right ? one.row.line - other.row.line : left - right;
  });
}

function planRow(row: ImportRow, entry: Entry | null, planning: Planning): ImportRow {
  if (!entry || !row.userId || !row.fingerprint) return row;
  if (planning.recorded.has(row.fingerprint)) {
    const detail = 'An earlier import has already recorded this row.';
    const { fingerprint: matched } = row;
    return { ...row, ...shownTime(entry), state: 'duplicate', matched, note: { code: 'duplicate', detail } };
  }
  const { time } = entry;
  const repeated = time.kind === 'on_day' && matchEarlier(row, { ...time, hasId: entry.hasId }, planning);
  if (repeated) return repeated;
  const facts = planning.factsOf(row.userId);
  const { timeZone, placeFrom } = planning.mapping;
  const placed = time.kind === 'on_day' && placeInDay(facts.busy, time, { timeZone, placeFrom, now: planning.now });
  if (time.kind === 'on_day' && !placed) {
    const detail = `${time.date} has no free time that is long enough. Shorten the row, or the time that is already recorded.`;
    return { ...row, state: 'error', isPlaced: true, note: { code: 'no_room', detail } };
  }
  const stretch = placed || (time as Stretch);
  const whole = {
    ...row,
    startedAt: new Date(stretch.start),
    endedAt: new Date(stretch.end),
    isPlaced: placed !== false,
  };
  const note = time.kind === 'at' ? time.note : null;
  return fitRow({ ...whole, note }, facts, planning);
}

/**
 * The earlier entry that a row without clock times likely repeats: same day and duration, and same project, ticket or
 * title. With another column mapped, or a project renamed, nothing else distinguishes it from a new one. Null when
 * there is none, or it is imported anyway.
 */
export function matchEarlier(
  row: ImportRow,
  reported: { date: string; ms: number; hasId: boolean },
  { earlier, mapping }: Pick<Planning, 'earlier' | 'mapping'>,
): ImportRow | null {
  const isAnother = (row.resolution ?? mapping.duplicates) === 'import';
  const { userId, title, project, ticketKey } = row;
  const match = !isAnother && userId !== null && earlier.take({ ...reported, userId, title, project, ticketKey });
  return match ? likelyDuplicate(row, match) : null;
}

function likelyDuplicate(row: ImportRow, match: EarlierEntry): ImportRow {
  const { fingerprint: matched, startedAt, endedAt, timerId } = match;
  const detail =
    'An earlier import has recorded a similar entry of the same duration on this day. Import it anyway if this is a different one.';
  const label = match.title || 'time without a title';
  const overlap = { startedAt: startedAt.toISOString(), endedAt: endedAt.toISOString(), timerId, line: null, label };
  return {
    ...row,
    state: 'duplicate',
    isPlaced: true,
    startedAt,
    endedAt,
    spans: [],
    matched,
    note: { code: 'likely_duplicate', detail },
    overlaps: [overlap],
  };
}

/** Whether a row is left out because it likely repeats an entry of an earlier import. */
export function isLikelyDuplicate({ state, note }: Pick<ImportRow, 'state' | 'note'>): boolean {
  return state === 'duplicate' && note?.code === 'likely_duplicate';
}

function shownTime({ time }: Entry) {
  if (time.kind !== 'at') return {};
  return { startedAt: new Date(time.start), endedAt: new Date(time.end) };
}
