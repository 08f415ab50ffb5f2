import { createHash } from 'node:crypto';
import { HOUR_MS } from '#/lib/core/duration.ts';
import { readDuration, type StatedDuration } from '#/lib/tracking/imports/cell-values.ts';
import { type Cells, type EntryTime, entryTime, note } from '#/lib/tracking/imports/entry-time.ts';
import type { ImportMapping, ImportSource, RowNote } from '#/lib/tracking/imports/import.ts';

/** The subject of a row. `person` is the file's name for its person: the email if there is one. */
export type EntrySubject = {
  person: string;
  title: string;
  project: string | null;
  ticketKey: string | null;
  tags: string[];
};
/** An entry as in the file. */
export type Entry = EntrySubject & {
  stated: StatedDuration | null;
  time: EntryTime;
  /** Distinguishes this entry from others, without its person. */
  identity: string;
  /** The file has an id for it. */
  hasId: boolean;
};
export type ReadEntry =
  | { kind: 'entry'; entry: Entry }
  | { kind: 'error' | 'skipped'; note: RowNote; subject: EntrySubject };

const FIRST_YEAR_MS = 0;
const LAST_YEAR_MS = Date.UTC(9998, 11, 31);
const MAX_MS = 10_000 * HOUR_MS;
const MAX_TITLE_LENGTH = 500;
const MAX_PROJECT_LENGTH = 200;
const MAX_TAG_LENGTH = 60;
const MAX_TAGS = 50;
const TICKET_KEY = /^[^\s\p{Cc}]{1,64}$/u;

/** Reads one row of a file. A row that cannot be recorded gets an error with advice on what to do. */
export function readEntry(cells: readonly string[], mapping: ImportMapping, source: ImportSource): ReadEntry {
  const cell: Cells = (field) => {
    const at = mapping.columns[field];
    return at === undefined ? '' : (cells[at] ?? '').trim();
  };
  const subject = subjectOf(cell);
  const stated = cell('duration') === '' ? null : readDuration(cell('duration'), mapping.durationUnit);
  if (cell('duration') !== '' && !stated) {
    return error(subject, 'duration_unreadable', `“${cell('duration')}” isn’t a duration. Write 1:30:00 or 1.5.`);
  }
  const time = entryTime(cell, mapping, stated);
  if ('code' in time) {
    const kind = time.code === 'no_time' ? 'skipped' : 'error';
    return { kind, note: time, subject };
  }
  if (!isWithinReach(time) || (stated && stated.ms > MAX_MS)) {
    const detail = 'This row is outside the years 1970 to 9998, or is longer than 10,000 hours. Check its columns.';
    return error(subject, 'time_out_of_range', detail);
  }
  const entry = { ...subject, stated, time, identity: identityOf(cell, source), hasId: cell('source_id') !== '' };
  return { kind: 'entry', entry };
}

function subjectOf(cell: Cells): EntrySubject {
  const ticket = cell('ticket');
  return {
    person: personOf(cell),
    title: titleOf(cell),
    project: projectOf(cell),
    ticketKey: TICKET_KEY.test(ticket) ? ticket : null,
    tags: tagsOf(cell),
  };
}

/** False for time that can't be real: a column of ids mapped as durations, or the empty date of another program. */
function isWithinReach(time: EntryTime): boolean {
  const [start, end] = time.kind === 'at' ? [time.start, time.end] : [Date.parse(time.date), Date.parse(time.date)];
  return start >= FIRST_YEAR_MS && end <= LAST_YEAR_MS && end - start <= MAX_MS;
}

/** Text that columns can store: without U+0000, and with U+FFFD for an emoji that is cut in half. */
function cut(text: string, length: number): string {
  return text.replaceAll('\u0000', '').slice(0, length).toWellFormed().trim();
}

/** The file's name for the person of a row; empty when there is none. */
function personOf(cell: Cells): string {
  return cell('email').toLowerCase() || [cell('person'), cell('last_name')].filter(Boolean).join(' ');
}

function titleOf(cell: Cells): string {
  const ticket = cell('ticket');
  const title = cell('title') || cell('task');
  const whole = ticket && !TICKET_KEY.test(ticket) ? `${ticket} ${title}` : title;
  return cut(whole.replaceAll(/\s+/g, ' ').trim(), MAX_TITLE_LENGTH);
}

function projectOf(cell: Cells): string | null {
  const project = cell('project');
  if (!project) return null;
  const whole = cell('client') ? `${cell('client')}: ${project}` : project;
  return cut(whole.replaceAll(/\s+/g, ' '), MAX_PROJECT_LENGTH);
}

/** Tags separated by commas, or as a JSON list; the task becomes a tag when there is a separate title. */
function tagsOf(cell: Cells): string[] {
  const text = cell('tags');
  const listed = text.startsWith('[') ? jsonList(text) : text.split(/[,;]/);
  const task = cell('title') && cell('task');
  const tags = [...listed, ...(task ? [task] : [])].map((tag) => cut(tag.trim(), MAX_TAG_LENGTH));
  return [...new Set(tags.filter(Boolean))].slice(0, MAX_TAGS);
}

function jsonList(text: string): string[] {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list.filter((one) => typeof one === 'string') : [];
  } catch (error) {
    if (error instanceof SyntaxError) return [text];
    throw error;
  }
}

/** By the id from the source, or by all of its fields: the same row in another export is the same entry. */
function identityOf(cell: Cells, source: ImportSource): string {
  const id = cell('source_id');
  const reported = ['start', 'end', 'start_date', 'start_time', 'end_date', 'end_time', 'duration'] as const;
  const about = ['project', 'client', 'ticket', 'title', 'task'] as const;
  const parts = id ? [source, 'id', id] : [source, ...[...reported, ...about].map(cell)];
  return JSON.stringify(parts);
}

/** A fingerprint of an entry that is the same in every file: the person, the entry, and its number among equal ones. */
export function fingerprintOf(userId: string, identity: string, occurrence: number): string {
  return createHash('sha256')
    .update(JSON.stringify([userId, identity, occurrence]))
    .digest('hex');
}

function error(subject: EntrySubject, code: string, detail: string): ReadEntry {
  return { kind: 'error', note: note(code, detail), subject };
}
