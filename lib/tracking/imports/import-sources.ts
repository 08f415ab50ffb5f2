import { dateOrderOf } from '#/lib/tracking/imports/cell-values.ts';
import type { ImportField, ImportMapping, ImportSource } from '#/lib/tracking/imports/import.ts';

type Columns = ImportMapping['columns'];
type Headers = Readonly<Partial<Record<ImportField, readonly string[]>>>;
type Known = {
  source: ImportSource;
  /** Headers that must all be present, since only this product's exports have them together. */
  marks: readonly string[];
  headers: Headers;
};

/** The sources of each product's headers are listed in docs/imports.md. The first match counts. */
const KNOWN: readonly Known[] = [
  {
    source: 'harvest',
    marks: ['date', 'project code', 'notes', 'hours', 'first name', 'last name'],
    headers: {
      start_date: ['date'],
      client: ['client'],
      project: ['project'],
      task: ['task'],
      title: ['notes'],
      duration: ['hours'],
      person: ['first name'],
      last_name: ['last name'],
    },
  },
  {
    source: 'clockify',
    marks: ['project', 'group', 'email', 'start date', 'start time', 'end date', 'end time'],
    headers: {
      ...commonHeaders(),
      start_date: ['start date'],
      start_time: ['start time'],
      end_date: ['end date'],
      end_time: ['end time'],
      duration: ['duration (h)', 'duration (decimal)'],
    },
  },
  {
    source: 'toggl',
    marks: ['user', 'email', 'start date', 'start time', 'duration', 'tags'],
    headers: {
      ...commonHeaders(),
      start_date: ['start date'],
      start_time: ['start time'],
      end_date: ['end date', 'stop date'],
      end_time: ['end time', 'stop time'],
      duration: ['duration'],
    },
  },
  {
    source: 'kimai',
    marks: ['date', 'from', 'to', 'duration', 'customer', 'activity'],
    headers: {
      start_date: ['date'],
      start_time: ['from'],
      end_time: ['to'],
      duration: ['duration'],
      email: ['e-mail', 'email'],
      person: ['name', 'alias', 'user', 'username'],
      client: ['customer'],
      project: ['project'],
      task: ['activity'],
      title: ['description'],
      tags: ['tags'],
      source_id: ['id'],
    },
  },
  {
    source: 'solidtime',
    marks: ['description', 'task', 'project', 'client', 'user', 'start', 'end', 'duration (decimal)'],
    headers: { ...commonHeaders(), start: ['start'], end: ['end'], duration: ['duration', 'duration (decimal)'] },
  },
  {
    source: 'solidtime',
    marks: ['id', 'description', 'start', 'end', 'member_id', 'organization_id'],
    headers: { source_id: ['id'], title: ['description'], start: ['start'], end: ['end'], person: ['user_id'] },
  },
];

/** Our own documented format, and other products' names for the same columns. */
const GENERIC: Headers = {
  source_id: ['id', 'source_id', 'entry id'],
  email: ['email', 'e-mail', 'user email'],
  person: ['person', 'user', 'member', 'name'],
  project: ['project', 'project name'],
  client: ['client', 'customer'],
  ticket: ['ticket', 'ticket_key', 'issue', 'issue key'],
  title: ['title', 'description', 'notes', 'comment'],
  task: ['task', 'activity'],
  tags: ['tags', 'labels'],
  start: ['start', 'started_at', 'started'],
  end: ['end', 'ended_at', 'stop', 'ended'],
  start_date: ['date', 'start date', 'day', 'start_date'],
  start_time: ['start time', 'from', 'start_time'],
  end_date: ['end date', 'end_date'],
  end_time: ['end time', 'to', 'end_time'],
  duration: ['duration', 'hours', 'time spent', 'duration (h)', 'duration (decimal)'],
};

function commonHeaders(): Headers {
  return {
    email: ['email'],
    person: ['user'],
    client: ['client'],
    project: ['project'],
    task: ['task'],
    title: ['description'],
    tags: ['tags'],
  };
}

/** The product whose exports have these headers, and the meaning of its columns. */
export function recognizeColumns(headers: readonly string[]): { source: ImportSource; columns: Columns } {
  const names = headers.map((header) => header.trim().toLowerCase());
  const known = KNOWN.find(({ marks }) => marks.every((mark) => names.includes(mark)));
  return { source: known?.source ?? 'csv', columns: columnsOf(names, known?.headers ?? GENERIC) };
}

function columnsOf(names: readonly string[], headers: Headers): Columns {
  const found = Object.entries(headers).flatMap(([field, known]) => {
    const header = known.find((name) => names.includes(name));
    return header === undefined ? [] : [[field, names.indexOf(header)]];
  });
  const columns: Columns = Object.fromEntries(found);
  // Projects are named without their clients unless the user chooses otherwise: as they are named here.
  delete columns.client;
  return columns;
}

/**
 * How a file is read by default: in this zone, with all entries assigned to the importer, unless it has the emails of
 * several people.
 */
export function suggestedMapping(columns: Columns, rows: readonly string[][], timeZone: string): ImportMapping {
  const order = dateOrderOf(datesOf(columns, rows));
  return {
    columns,
    timeZone,
    dateOrder: order === 'ask' ? null : order,
    durationUnit: 'hours',
    repeatedTime: 'ask',
    placeFrom: '09:00',
    assign: hasSeveral(columns.email, rows) ? 'by_person' : 'me',
    people: {},
    createTickets: false,
    overlaps: 'skip',
    duplicates: 'skip',
  };
}

function hasSeveral(column: number | undefined, rows: readonly string[][]): boolean {
  if (column === undefined) return false;
  const emails = rows.map((cells) => cells[column]?.trim().toLowerCase()).filter(Boolean);
  return new Set(emails).size > 1;
}

/** Whether the dates of a file are ambiguous, so that the user has to choose an order. */
export function needsDateOrder(columns: Columns, rows: readonly string[][]): boolean {
  return dateOrderOf(datesOf(columns, rows)) === 'ask';
}

function* datesOf(columns: Columns, rows: readonly string[][]): Generator<string> {
  const places = [columns.start_date, columns.end_date, columns.start, columns.end].filter((at) => at !== undefined);
  for (const cells of rows) for (const at of places) yield cells[at] ?? '';
}
