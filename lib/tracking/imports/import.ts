import type { DateOrder } from '#/lib/tracking/imports/cell-values.ts';

/** Products whose exports are recognized; `csv` is the documented format of our own, or any other. */
export const IMPORT_SOURCES = ['toggl', 'clockify', 'harvest', 'solidtime', 'kimai', 'csv'] as const;
export type ImportSource = (typeof IMPORT_SOURCES)[number];

/** What a column of a file can be about. */
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

/** `draft`: nothing is recorded yet. `applying`, `undoing`: under way, by a worker where it takes long. */
export const IMPORT_STATUSES = ['draft', 'applying', 'applied', 'undoing', 'undone'] as const;
export type ImportStatus = (typeof IMPORT_STATUSES)[number];

/**
 * `unread`: no dry run yet. `ready`: will be recorded. `duplicate`: an earlier import has recorded it, or likely so. `overlap`: time
 * that is recorded already, or an earlier row, stands in the way. `error`: cannot be recorded as it is. `skipped`: left
 * out by choice, or without any time. `recorded`: a timer was made of it. `undone`: which was taken away again. `kept`:
 * which was changed since and stayed when the rest was undone.
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

/** What to do with a row that overlaps: leave it out, so that what is recorded stays, or record what is free of it. */
export const OVERLAP_RESOLUTIONS = ['skip', 'trim'] as const;
export type OverlapResolution = (typeof OVERLAP_RESOLUTIONS)[number];
/** What to do with a row that is likely recorded already: leave it out, or import it as another entry. */
export const DUPLICATE_RESOLUTIONS = ['skip', 'import'] as const;
export type DuplicateResolution = (typeof DUPLICATE_RESOLUTIONS)[number];
/** What a single row can have chosen for it. */
export const RESOLUTIONS = ['skip', 'trim', 'import'] as const;
export type Resolution = (typeof RESOLUTIONS)[number];

/** What a bare number in the duration column counts; `hours_minutes` reads 1.30 as an hour and a half. */
export const DURATION_UNITS = ['hours', 'minutes', 'seconds', 'hours_minutes'] as const;
export type DurationUnit = (typeof DURATION_UNITS)[number];

/** How a file is to be read. */
export type ImportMapping = {
  /** Which column (from 0) each field is read from. */
  columns: Partial<Record<ImportField, number>>;
  /** The zone, IANA, in which the file's times are local. */
  timeZone: string;
  /** Which comes first in dates such as 03/04/2026; null where the file has none of these. */
  dateOrder: DateOrder | null;
  /** What a bare number in the duration column counts. */
  durationUnit: DurationUnit;
  /** Which of two instants a local time means that clocks showed twice; `ask` reports such rows as errors. */
  repeatedTime: 'ask' | 'earlier' | 'later';
  /** Local time from which entries without clock times are laid one after the other, `09:00`. */
  placeFrom: string;
  /** `me`: everything is mine. `by_person`: as the file and `people` say. */
  assign: 'me' | 'by_person';
  /** Whose entries are whose, by what the file calls a person; null leaves them out. */
  people: Record<string, string | null>;
  /** Whether unknown ticket keys are made into tickets; else they stay in the title. */
  createTickets: boolean;
  /** What happens to rows that overlap, where the row itself has no other choice. */
  overlaps: OverlapResolution;
  /** The same for rows that are likely duplicates; what was uploaded before there was a choice has none. */
  duplicates?: DuplicateResolution;
};

/** Somebody that a file names. */
export type FilePerson = { name: string; entries: number; userId: string | null };

/** What a dry run found, or what has been done by now. */
export type ImportTotals = {
  rows: number;
  byState: Partial<Record<RowState, number>>;
  /** How many of the duplicates are only likely; imports of before that was asked say nothing. */
  likelyDuplicates?: number;
  /** The sum of the durations that the file states; null when it states none. */
  statedMs: number | null;
  /** The same of the rows alone that will be or are recorded. */
  statedRecordedMs: number | null;
  /** What will be or is recorded. */
  recordedMs: number;
  /** How far stated sums may be off by the rounding of the file's own numbers. */
  roundingMs: number;
  newProjects: string[];
  newTickets: string[];
};

/** A file of time entries on its way into the workspace, or in it. */
export type Import = {
  id: string;
  workspaceId: string;
  /** Whose import it is; null when they are gone. */
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
  /** Projects and tickets that it made, for undoing. */
  made: { projects: string[]; tickets: string[] };
  rowCount: number;
  version: number;
  createdAt: Date;
  appliedAt: Date | null;
  undoneAt: Date | null;
};

/** Why a row is not recorded, or what was done to it: a code, and a sentence with what to do. */
export type RowNote = { code: string; detail: string };

/** Time in the way of a row: recorded already, or of an earlier row of the file. */
export type RowOverlap = {
  startedAt: string;
  endedAt: string | null;
  timerId: string | null;
  line: number | null;
  label: string;
};

/** One line of the file and what becomes of it. */
export type ImportRow = {
  line: number;
  cells: string[];
  state: RowState;
  userId: string | null;
  startedAt: Date | null;
  endedAt: Date | null;
  /** What is recorded of it: more than one where time in the middle was taken. */
  spans: { startedAt: string; endedAt: string }[];
  statedMs: number | null;
  title: string;
  project: string | null;
  ticketKey: string | null;
  tags: string[];
  /** It has no clock times in the file, and was laid into its day. */
  isPlaced: boolean;
  fingerprint: string | null;
  /** The fingerprint of the recorded entry that it repeats, or is taken to repeat. */
  matched: string | null;
  resolution: Resolution | null;
  note: RowNote | null;
  overlaps: RowOverlap[];
  timerId: string | null;
};
