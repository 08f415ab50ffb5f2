import { z } from 'zod';
import { type OperationResponse, operation } from '#/lib/api/operations/operation.ts';
import { emptyInput } from '#/lib/core/empty-schemas.ts';
import { applyImport } from '#/lib/tracking/imports/apply-import.ts';
import { deleteImport } from '#/lib/tracking/imports/delete-import.ts';
import { getImport, type ShownImport } from '#/lib/tracking/imports/get-import.ts';
import { importJson, importRowJson } from '#/lib/tracking/imports/import-json.ts';
import {
  type ImportResponseJson,
  importJobResponse,
  importListResponse,
  importRowsResponse,
  listImportRowsInput,
  listImportsInput,
  previewImportInput,
  undoImportInput,
  uploadImportInput,
} from '#/lib/tracking/imports/import-schemas.ts';
import { listImports } from '#/lib/tracking/imports/list-imports.ts';
import { listRows } from '#/lib/tracking/imports/list-rows.ts';
import { previewImport } from '#/lib/tracking/imports/preview-import.ts';
import { undoImport } from '#/lib/tracking/imports/undo-import.ts';
import { uploadImport } from '#/lib/tracking/imports/upload-import.ts';

const tag = 'Imports';
/** The size of the largest file that IMPORT_MAX_BYTES can allow, in base64: four characters for three bytes. */
const LARGEST_UPLOAD = 68_000_000;
/** Enough for choices about some thousand rows and people. */
const LARGEST_PREVIEW = 2_000_000;

const params = z.object({ id: z.uuid() });
const NOT_FOUND = ['import_not_found'] as const;
const VERSION = ['version_mismatch'] as const;
const READ = { tag, permission: 'timers:read' } as const;
const CHANGE = { tag, permission: 'timers:write', output: importJobResponse } as const;

const upload = operation({
  ...CHANGE,
  operationId: 'uploadImport',
  method: 'post',
  path: '/imports',
  summary: 'Upload a file of time entries',
  description:
    'A CSV export of Toggl Track, Clockify, Harvest, solidtime or Kimai, or any other with a header. Returns which it was recognized as, its columns, and how it would be read. Nothing is recorded. A file that is never applied is deleted after a week. Takes no `Idempotency-Key`: a repeat is another draft.',
  body: uploadImportInput,
  largestBody: LARGEST_UPLOAD,
  // A large file takes longer than a request with an Idempotency-Key may.
  repeats: true,
  status: 201,
  problems: ['file_invalid', 'file_too_large'],
  handler: async (ctx, { body }) => {
    const uploaded = await uploadImport(ctx, body);
    return { ...importResponse(uploaded), status: 201, location: `/api/v1/imports/${uploaded.import.id}` };
  },
});

const list = operation({
  ...READ,
  operationId: 'listImports',
  method: 'get',
  path: '/imports',
  summary: 'List imports',
  description: 'The newest first: your own; everyone’s with `admin:corrections`.',
  query: listImportsInput,
  output: importListResponse,
  problems: ['cursor_invalid'],
  handler: async (ctx, { query }) => {
    const { imports, nextCursor, now } = await listImports(ctx, query);
    return {
      status: 200,
      body: {
        imports: imports.map((one) => importJson(one.import, one.counts)),
        next_cursor: nextCursor,
        server_time: now.toISOString(),
      },
    };
  },
});

const get = operation({
  ...READ,
  operationId: 'getImport',
  method: 'get',
  path: '/imports/{id}',
  summary: 'Get an import',
  description: 'While it is being applied or undone, `counts` shows the progress.',
  params,
  output: importJobResponse,
  versioned: true,
  problems: NOT_FOUND,
  handler: async (ctx, { params: { id } }) => importResponse(await getImport(ctx, id)),
});

const rows = operation({
  ...READ,
  operationId: 'listImportRows',
  method: 'get',
  path: '/imports/{id}/rows',
  summary: 'List rows of an import',
  description: 'In the order of the file: what happens, or has happened, to each.',
  params,
  query: listImportRowsInput,
  output: importRowsResponse,
  problems: ['cursor_invalid', ...NOT_FOUND],
  handler: async (ctx, { params: { id }, query }) => {
    const { rows: page, nextCursor, now } = await listRows(ctx, id, query);
    return {
      status: 200,
      body: { rows: page.map(importRowJson), next_cursor: nextCursor, server_time: now.toISOString() },
    };
  },
});

const preview = operation({
  ...CHANGE,
  operationId: 'previewImport',
  method: 'post',
  path: '/imports/{id}/preview',
  summary: 'Preview an import',
  description:
    'Reads the file with this mapping and shows for each row what would happen to it: recorded, a duplicate, an overlap, or an error with what to do. Records nothing. Members import for themselves; entries of other people take `admin:corrections`.',
  params,
  body: previewImportInput,
  largestBody: LARGEST_PREVIEW,
  // It takes as long, and a repeat gives the same result.
  repeats: true,
  versioned: true,
  problems: ['mapping_invalid', ...NOT_FOUND, 'import_state', ...VERSION],
  handler: async (ctx, { params: { id }, body, ifMatch }) =>
    importResponse(await previewImport(ctx, { id, ifMatch }, body)),
});

const apply = operation({
  ...CHANGE,
  operationId: 'applyImport',
  method: 'post',
  path: '/imports/{id}/apply',
  summary: 'Apply an import',
  description:
    'A worker does it, some rows at a time; read the import to see the progress. Rows that have come into conflict since the dry run are not recorded. Importing the same file again adds nothing: rows are recognized by their ids or by their content, and those with only a date also by their duration on that day with the same project, ticket or title (likely duplicates, which can be imported anyway). There is one event `import.applied` for each person, not one for each entry.',
  params,
  body: emptyInput,
  versioned: true,
  problems: [...NOT_FOUND, 'import_state', 'import_not_previewed', 'nothing_to_import', ...VERSION],
  handler: async (ctx, { params: { id }, ifMatch }) => importResponse(await applyImport(ctx, { id, ifMatch })),
});

const undo = operation({
  ...CHANGE,
  operationId: 'undoImport',
  method: 'post',
  path: '/imports/{id}/undo',
  summary: 'Undo an import',
  description:
    'Removes everything that it recorded, as if each timer were discarded, and archives the projects and tickets that it created unless something else uses them. If something was changed since, it returns 409 `import_changed` with a list of it; `keep_changed` keeps that and undoes the rest.',
  params,
  body: undoImportInput,
  versioned: true,
  problems: [...NOT_FOUND, 'import_state', 'import_changed', ...VERSION],
  handler: async (ctx, { params: { id }, body, ifMatch }) =>
    importResponse(await undoImport(ctx, { id, ifMatch }, body)),
});

const remove = operation({
  ...CHANGE,
  operationId: 'deleteImport',
  method: 'delete',
  path: '/imports/{id}',
  summary: 'Delete an uploaded file',
  description: 'Deletes an import that was not applied, with all of its data.',
  params,
  versioned: true,
  problems: [...NOT_FOUND, 'import_state', ...VERSION],
  handler: async (ctx, { params: { id }, ifMatch }) => importResponse(await deleteImport(ctx, { id, ifMatch })),
});

function importResponse({ import: one, counts, now }: ShownImport): OperationResponse<ImportResponseJson> {
  return {
    status: 200,
    version: one.version,
    body: { import: importJson(one, counts), server_time: now.toISOString() },
  };
}

export const importOperations = [upload, list, get, rows, preview, apply, undo, remove];
