import type { DateOrder } from '#/lib/tracking/imports/cell-values.ts';

/** Products whose exports are recognized; `csv` is our own documented format, or any other. */
export const IMPORT_SOURCES = ['toggl', 'clockify', 'harvest', 'solidtime', 'kimai', 'csv'] as const;
export type ImportSource = (typeof IMPORT_SOURCES)[number];

/** The possible meanings of a column. */
export const IMPORT_FIELDS = [
  'source_id',
  'email',
  'person',
  'last_name',
  'project',
  'client',
  'ticket',
  'title',
  'task',
  'tags',
  'start',
  'end',
  'start_date',
  'start_time',
  'end_date',
  'end_time',
  'duration',
] as const;
export type ImportField = (typeof IMPORT_FIELDS)[number];

/** `draft`: nothing is recorded yet. `applying`, `undoing`: in progress, by a worker if it takes long. */
export const IMPORT_STATUSES = ['draft', 'applying', 'applied', 'undoing', 'undone'] as const;
export type ImportStatus = (typeof IMPORT_STATUSES)[number];

/**
 * `unread`: no dry run yet. `ready`: will be recorded. `duplicate`: already recorded by an earlier import, or likely
 * so. `overlap`: conflicts with recorded time or an earlier row. `error`: cannot be recorded as it is. `skipped`: left
 * out by choice, or without any time. `recorded`: a timer was created from it. `undone`: its timer was removed again.
 * `kept`: its timer was changed since, and stayed when the rest was undone.
 */
export const ROW_STATES = [
  'unread',
  'ready',
  'duplicate',
  'overlap',
  'error',
  'skipped',
  'recorded',
  'undone',
  'kept',
] as const;
export type RowState = (typeof ROW_STATES)[number];

/** What to do with a row that overlaps: leave it out, so that recorded time stays, or record the part that is free. */
export const OVERLAP_RESOLUTIONS = ['skip', 'trim'] as const;
export type OverlapResolution = (typeof OVERLAP_RESOLUTIONS)[number];
/** What to do with a row that is likely recorded already: leave it out, or import it as another entry. */
export const DUPLICATE_RESOLUTIONS = ['skip', 'import'] as const;
export type DuplicateResolution = (typeof DUPLICATE_RESOLUTIONS)[number];
/** The possible choices for a single row. */
export const RESOLUTIONS = ['skip', 'trim', 'import'] as const;
export type Resolution = (typeof RESOLUTIONS)[number];

/** The unit of a bare number in the duration column; `hours_minutes` reads 1.30 as an hour and a half. */
export const DURATION_UNITS = ['hours', 'minutes', 'seconds', 'hours_minutes'] as const;
export type DurationUnit = (typeof DURATION_UNITS)[number];

/** How to read a file. */
export type ImportMapping = {
  /** Which column (from 0) each field is read from. */
  columns: Partial<Record<ImportField, number>>;
  /** The zone, IANA, in which the file's times are local. */
  timeZone: string;
  /** Which comes first in dates such as 03/04/2026; null when the file has none of these. */
  dateOrder: DateOrder | null;
  /** The unit of a bare number in the duration column. */
  durationUnit: DurationUnit;
  /** Which instant a local time that occurred twice means; `ask` reports such rows as errors. */
  repeatedTime: 'ask' | 'earlier' | 'later';
  /** Local time from which entries without clock times are placed one after the other, `09:00`. */
  placeFrom: string;
  /** `me`: everything is mine. `by_person`: as in the file and in `people`. */
  assign: 'me' | 'by_person';
  /** The member for each name in the file; null leaves their entries out. */
  people: Record<string, string | null>;
  /** Whether to create tickets for unknown ticket keys; else they stay in the title. */
  createTickets: boolean;
  /** What to do with rows that overlap, unless the row itself has another choice. */
  overlaps: OverlapResolution;
  /** The same for rows that are likely duplicates; older uploads have no choice. */
  duplicates?: DuplicateResolution;
};

/** A person in a file. */
export type FilePerson = { name: string; entries: number; userId: string | null };

/** The result of a dry run, or of what has been done by now. */
export type ImportTotals = {
  rows: number;
  byState: Partial<Record<RowState, number>>;
  /** How many of the duplicates are only likely; absent in older imports. */
  likelyDuplicates?: number;
  /** The sum of the durations stated in the file; null when it states none. */
  statedMs: number | null;
  /** The same, only for rows that will be or are recorded. */
  statedRecordedMs: number | null;
  /** Time that will be or is recorded. */
  recordedMs: number;
  /** How far stated sums may be off because of rounding in the file. */
  roundingMs: number;
  newProjects: string[];
  newTickets: string[];
};

/** A file of time entries before, during and after its import. */
export type Import = {
  id: string;
  workspaceId: string;
  /** The importer; null when their account is gone. */
  userId: string | null;
  status: ImportStatus;
  source: ImportSource;
  fileName: string;
  encoding: string;
  delimiter: string;
  columns: string[];
  mapping: ImportMapping;
  /** Null until a dry run of this mapping. */
  totals: ImportTotals | null;
  people: FilePerson[];
  /** Projects and tickets that it created, for undoing. */
  created: { projects: string[]; tickets: string[] };
  rowCount: number;
  version: number;
  createdAt: Date;
  appliedAt: Date | null;
  undoneAt: Date | null;
};

/** Why a row is not recorded, or what was done to it: a code, and a sentence that says what to do. */
export type RowNote = { code: string; detail: string };

/** Time that conflicts with a row: already recorded, or of an earlier row of the file. */
export type RowOverlap = {
  startedAt: string;
  endedAt: string | null;
  timerId: string | null;
  line: number | null;
  label: string;
};

/** One line of the file and its state. */
export type ImportRow = {
  line: number;
  cells: string[];
  state: RowState;
  userId: string | null;
  startedAt: Date | null;
  endedAt: Date | null;
  /** The recorded spans: more than one when time in the middle was taken. */
  spans: { startedAt: string; endedAt: string }[];
  statedMs: number | null;
  title: string;
  project: string | null;
  ticketKey: string | null;
  tags: string[];
  /** It has no clock times in the file, and was placed into its day. */
  isPlaced: boolean;
  fingerprint: string | null;
  /** The fingerprint of the recorded entry that it repeats, or likely repeats. */
  matched: string | null;
  resolution: Resolution | null;
  note: RowNote | null;
  overlaps: RowOverlap[];
  timerId: string | null;
};
