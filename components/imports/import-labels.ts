import { counted, formatDuration } from '#/lib/client/time/format-time.ts';
import type {
  ImportFieldName,
  ImportJson,
  ImportRowState,
  ImportStatusName,
} from '#/lib/tracking/imports/import-schemas.ts';

export const SOURCE_LABELS: Record<ImportJson['source'], string> = {
  toggl: 'Toggl Track',
  clockify: 'Clockify',
  harvest: 'Harvest',
  solidtime: 'solidtime',
  kimai: 'Kimai',
  csv: 'CSV file',
};

export const STATUS_LABELS: Record<ImportStatusName, string> = {
  draft: 'Not imported yet',
  applying: 'Importing',
  applied: 'Imported',
  undoing: 'Undoing',
  undone: 'Undone',
};

export const FIELD_LABELS: Record<ImportFieldName, string> = {
  source_id: 'Entry ID',
  email: 'Person’s email',
  person: 'Person’s name',
  last_name: 'The person’s last name',
  project: 'Project',
  client: 'Client, before the project',
  ticket: 'Ticket key',
  title: 'Title',
  task: 'Task',
  tags: 'Tags',
  start: 'Start, date and time',
  end: 'End, date and time',
  start_date: 'Start date',
  start_time: 'Start time',
  end_date: 'End date',
  end_time: 'End time',
  duration: 'Duration',
};

export const FIELDS = Object.keys(FIELD_LABELS) as ImportFieldName[];

/** The choices for rows that overlap, and for those that are likely recorded already. */
export const RESOLUTION_LABELS = {
  overlaps: [
    ['skip', 'Keep existing time'],
    ['trim', 'Import the free part'],
  ],
  duplicates: [
    ['skip', 'Leave out'],
    ['import', 'Import anyway'],
  ],
} as const;

/** Tabs of the results of a dry run, and of an import. */
export const STATE_LABELS: readonly (readonly [ImportRowState, string])[] = [
  ['ready', 'Ready'],
  ['recorded', 'Imported'],
  ['overlap', 'Overlaps'],
  ['error', 'Errors'],
  ['duplicate', 'Duplicates'],
  ['skipped', 'Left out'],
  ['undone', 'Undone'],
  ['kept', 'Kept'],
];

/** Time that will be, or is, recorded, and the file's own total of the same rows. */
export function formatImportTotals({ totals, counts, status }: ImportJson): string {
  if (!totals) return '';
  const entries = counted((counts.ready ?? 0) + (counts.recorded ?? 0), 'entry', 'entries');
  const sum = formatDuration(totals.recorded_ms);
  const text = status === 'draft' ? `${entries} will be imported, ${sum}` : `${entries} imported, ${sum}`;
  if (totals.stated_recorded_ms === null) return `${text}.`;
  const difference = Math.abs(totals.stated_recorded_ms - totals.recorded_ms);
  if (difference === 0) return `${text}, as the file states.`;
  const isRounding = difference <= totals.rounding_ms;
  const stated = formatDuration(totals.stated_recorded_ms);
  return `${text}. The file states ${stated}${isRounding ? ', which differs by rounding' : ' for them'}.`;
}
