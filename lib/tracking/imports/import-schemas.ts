import { z } from 'zod';
import { timeZone } from '#/lib/accounts/users/user-schemas.ts';
import { cursorInput } from '#/lib/core/cursor-schemas.ts';
import { elapsedMsOut, instantOut, serverTimeOut } from '#/lib/core/instant-schemas.ts';
import {
  DUPLICATE_RESOLUTIONS,
  DURATION_UNITS,
  IMPORT_FIELDS,
  IMPORT_SOURCES,
  IMPORT_STATUSES,
  OVERLAP_RESOLUTIONS,
  RESOLUTIONS,
  ROW_STATES,
} from '#/lib/tracking/imports/import.ts';

const MAX_PEOPLE = 5_000;
const MAX_RESOLUTIONS = 5_000;
const MAX_COLUMNS = 500;

const column = z.int().min(0).max(MAX_COLUMNS);
const personName = z.string().max(10_000);

export const uploadImportInput = z
  .strictObject({
    file_name: z.string().trim().min(1).max(200).meta({ example: 'toggl-2026.csv' }),
    content: z
      .base64()
      .min(1, 'Choose a file that is not empty.')
      .describe('The CSV file in base64. UTF-8, UTF-16 and Windows-1252 are detected.'),
  })
  .meta({ id: 'UploadImport' });

const mappingFields = {
  columns: z
    .partialRecord(z.enum(IMPORT_FIELDS), column)
    .describe('The column, counted from 0, that each field is read from. Fields that are left out are not read.'),
  time_zone: timeZone.describe('The IANA time zone of the times in the file.'),
  date_order: z
    .enum(['day_first', 'month_first'])
    .nullable()
    .describe(
      'What comes first in dates such as 03/04/2026. Null if the file has no such dates, or until it is chosen.',
    ),
  duration_unit: z
    .enum(DURATION_UNITS)
    .describe(
      'What a bare number in the duration column counts. `hours_minutes`: 1.30 is an hour and a half. 1:30 always is.',
    ),
  repeated_time: z
    .enum(['ask', 'earlier', 'later'])
    .describe(
      'Which instant is meant by a local time that clocks showed twice, if the duration doesn’t tell. `ask` lists such rows as errors.',
    ),
  place_from: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Write a time of day, like 09:00.')
    .describe('Start time of day for entries without clock times; they follow one another.'),
  assign: z.enum(['me', 'by_person']).describe('`me`: every entry is yours. `by_person`: as the file says.'),
  people: z
    .record(personName, z.uuid().nullable())
    .refine((people) => Object.keys(people).length <= MAX_PEOPLE, `Name at most ${MAX_PEOPLE} people.`)
    .describe('Whose entries are whose, by what the file calls a person; null leaves them out.'),
  create_tickets: z.boolean().describe('Whether tickets are created for unknown ticket keys.'),
  overlaps: z
    .enum(OVERLAP_RESOLUTIONS)
    .describe('What happens to rows that overlap: `skip` leaves them out, `trim` records the time that is free.'),
  duplicates: z
    .enum(DUPLICATE_RESOLUTIONS)
    .describe(
      'What happens to rows with a date and no times for which an earlier import has recorded the same duration on the same day with the same project, ticket or title: `skip` leaves them out, `import` records them as other entries. Rows that are certainly recorded already stay out.',
    ),
};

export const importMappingOut = z.object(mappingFields).meta({ id: 'ImportMapping' });

export const previewImportInput = z
  .strictObject({
    mapping: z.strictObject(mappingFields).partial().optional().describe('The settings to change.'),
    resolutions: z
      .array(z.strictObject({ line: z.int().min(1), resolution: z.enum(RESOLUTIONS).nullable() }))
      .max(MAX_RESOLUTIONS)
      .optional()
      .describe(
        'What happens to single rows: `trim` for one that overlaps, `import` for a likely duplicate, `skip` for either; null: as the mapping says.',
      ),
  })
  .meta({ id: 'PreviewImport' });

export const undoImportInput = z
  .strictObject({
    keep_changed: z
      .boolean()
      .default(false)
      .describe(
        'If some of it was changed since, keep that and undo the rest. Otherwise returns 409 `import_changed`.',
      ),
  })
  .meta({ id: 'UndoImport' });

export const listImportsInput = z.strictObject({
  limit: z.coerce.number().int().min(1).max(100).default(20),
  cursor: cursorInput.optional(),
});

export const listImportRowsInput = z.strictObject({
  state: z.enum(ROW_STATES).optional().describe('Rows of one state.'),
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: cursorInput.optional(),
});

const noteOut = z.object({ code: z.string(), detail: z.string() });

const overlapOut = z.object({
  started_at: instantOut,
  ended_at: instantOut.nullable(),
  timer_id: z.uuid().nullable().describe('The timer whose time it is; null for an earlier row or another workspace.'),
  line: z.int().nullable().describe('The earlier row of the file whose time it is.'),
  label: z.string(),
});

export const importRowOut = z
  .object({
    line: z.int().min(1).describe('On which line of the file it begins.'),
    state: z.enum(ROW_STATES),
    cells: z.array(z.string()).describe('As the file has them; empty once the row is recorded.'),
    user_id: z.uuid().nullable(),
    started_at: instantOut.nullable(),
    ended_at: instantOut.nullable(),
    spans: z.array(z.object({ started_at: instantOut, ended_at: instantOut })).describe('What is recorded of it.'),
    stated_ms: elapsedMsOut.nullable().describe('The duration that the file states.'),
    title: z.string(),
    project: z.string().nullable(),
    ticket_key: z.string().nullable(),
    tags: z.array(z.string()),
    placed: z.boolean().describe('The file has no clock times for it: it was placed within its day.'),
    resolution: z.enum(RESOLUTIONS).nullable(),
    note: noteOut.nullable().describe('Why it is not recorded, or what was done to it, and what to do.'),
    overlaps: z
      .array(overlapOut)
      .describe('The time that it conflicts with; for a likely duplicate, the entry that it matches.'),
    timer_id: z.uuid().nullable(),
  })
  .meta({ id: 'ImportRow' });

const totalsOut = z.object({
  rows: z.int().min(0),
  likely_duplicates: z
    .int()
    .min(0)
    .describe(
      'How many of the duplicates are only likely (`likely_duplicate`), duplicates without id or times: an earlier import has recorded the same duration on that day with the same project, ticket or title. They can be imported anyway.',
    ),
  stated_ms: elapsedMsOut.nullable().describe('The sum of the durations in the file; null when it states none.'),
  stated_recorded_ms: elapsedMsOut.nullable().describe('The same of the rows alone that are recorded.'),
  recorded_ms: elapsedMsOut.describe('What will be, or is, recorded.'),
  rounding_ms: elapsedMsOut.describe('By how much the sum of stated durations may be off because they are rounded.'),
  new_projects: z.array(z.string()),
  new_tickets: z.array(z.string()),
});

const filePersonOut = z.object({
  name: z.string().describe('What the file calls them: their email where it has one.'),
  entries: z.int().min(0),
  user_id: z.uuid().nullable().describe('Whose entries these are; null if not chosen yet, or left out.'),
});

export const importOut = z
  .object({
    id: z.uuid(),
    user_id: z.uuid().nullable().describe('The member who made the import.'),
    status: z.enum(IMPORT_STATUSES),
    source: z.enum(IMPORT_SOURCES).describe('The product whose export it was recognized as; `csv` for any other.'),
    file_name: z.string(),
    encoding: z.string(),
    delimiter: z.string(),
    columns: z.array(z.string()).describe('The headers of the file.'),
    mapping: importMappingOut,
    people: z.array(filePersonOut),
    totals: totalsOut.nullable().describe('What the last dry run found; null before the first.'),
    counts: z.partialRecord(z.enum(ROW_STATES), z.int().min(0)).describe('How many rows are in each state now.'),
    rows: z.int().min(0),
    version: z.int().min(1),
    created_at: instantOut,
    applied_at: instantOut.nullable(),
    undone_at: instantOut.nullable(),
  })
  .meta({
    id: 'Import',
    description: 'A file of time entries: previewed first, then recorded, and possibly undone, as one.',
  });

export const importJobResponse = z
  .object({ import: importOut, server_time: serverTimeOut })
  .meta({ id: 'ImportResponse' });
export const importListResponse = z
  .object({ imports: z.array(importOut), next_cursor: z.string().nullable(), server_time: serverTimeOut })
  .meta({ id: 'ImportList' });
export const importRowsResponse = z
  .object({ rows: z.array(importRowOut), next_cursor: z.string().nullable(), server_time: serverTimeOut })
  .meta({ id: 'ImportRowList' });

export type UploadImportInput = z.infer<typeof uploadImportInput>;
export type PreviewImportInput = z.infer<typeof previewImportInput>;
export type UndoImportInput = z.infer<typeof undoImportInput>;
export type ListImportsQuery = z.infer<typeof listImportsInput>;
export type ListImportRowsQuery = z.infer<typeof listImportRowsInput>;
export type ImportMappingJson = z.infer<typeof importMappingOut>;
export type ImportJson = z.infer<typeof importOut>;
export type ImportFieldName = keyof ImportMappingJson['columns'];
export type ImportStatusName = ImportJson['status'];
export type ImportRowJson = z.infer<typeof importRowOut>;
export type ImportRowState = ImportRowJson['state'];
export type RowResolution = NonNullable<ImportRowJson['resolution']>;
export type ImportResponseJson = z.infer<typeof importJobResponse>;
export type ImportListJson = z.infer<typeof importListResponse>;
export type ImportRowListJson = z.infer<typeof importRowsResponse>;
