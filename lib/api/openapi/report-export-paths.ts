import { z } from 'zod';
import { exportedEntryOut } from '#/lib/analytics/exports/entry-json.ts';
import { exportQuery } from '#/lib/analytics/exports/export-schemas.ts';
import type { ComponentSchemas } from '#/lib/api/openapi/component-schemas.ts';
import { headerReferences } from '#/lib/api/openapi/headers.ts';
import { parametersOf } from '#/lib/api/openapi/parameters.ts';
import { problemResponses } from '#/lib/api/openapi/problems.ts';

const BYTES = { type: 'string', contentMediaType: 'application/octet-stream' };

/** Routes that send recorded time as a file. */
export function reportExportPaths(schemas: ComponentSchemas) {
  return {
    '/reports/export': { get: exportOperation(schemas) },
    '/reports/exports/{id}/file': { get: fileOperation(schemas) },
    '/calendar-feeds/{token}.ics': { get: CALENDAR },
  };
}

/** The file in each format, as a response's content. */
function exportContent(schemas: ComponentSchemas) {
  const contentSchema = schemas.schemaOf(exportedEntryOut, 'output');
  return {
    'text/csv': { schema: { type: 'string', description: 'RFC 4180, with a header.' } },
    'application/jsonl': {
      schema: {
        type: 'string',
        contentMediaType: 'application/jsonl',
        contentSchema,
        description: 'A line for each row: an `ExportedEntry` as JSON.',
      },
    },
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': { schema: BYTES },
    'application/pdf': { schema: BYTES },
  };
}

function exportOperation(schemas: ComponentSchemas) {
  return {
    operationId: 'exportReport',
    tags: ['Exports'],
    summary: 'Export recorded time as a file',
    description:
      'A row for each stretch of time of each day, in order, of the time you may see: your own, and with `timers:read_all` everyone’s. Exact and rounded durations are side by side; running timers are counted up to now. `Content-Length` is its size. A worker writes more entries than the server sends at once: send the same to `POST /reports/exports`.',
    'x-required-scope': 'timers:read',
    parameters: parametersOf({ method: 'get', path: '/reports/export', query: exportQuery }, schemas),
    responses: {
      200: { description: 'A file', headers: headerReferences(['X-Request-Id']), content: exportContent(schemas) },
      ...problemResponses([
        'input_invalid',
        'range_invalid',
        'timesheet_of_many',
        'timesheet_too_long',
        'export_too_large',
        'unauthenticated',
        'api_key_invalid',
        'forbidden',
        'rate_limited',
        'internal',
        'database_unavailable',
        'too_many_reads',
        'query_too_slow',
      ]),
    },
  };
}

function fileOperation(schemas: ComponentSchemas) {
  const params = z.strictObject({ id: z.uuid() });
  return {
    operationId: 'downloadExport',
    tags: ['Exports'],
    summary: 'Download an export',
    description: 'One of your own, from when it is ready until it expires.',
    'x-required-scope': 'timers:read',
    parameters: parametersOf({ method: 'get', path: '/reports/exports/{id}/file', params }, schemas),
    responses: {
      200: { description: 'The file', headers: headerReferences(['X-Request-Id']), content: exportContent(schemas) },
      ...problemResponses([
        'input_invalid',
        'unauthenticated',
        'api_key_invalid',
        'forbidden',
        'export_not_found',
        'export_not_ready',
        'export_expired',
        'rate_limited',
        'internal',
        'database_unavailable',
        'too_many_reads',
      ]),
    },
  };
}

const CALENDAR = {
  operationId: 'readCalendarFeed',
  tags: ['Exports'],
  summary: 'Read a calendar by its secret address',
  description:
    'iCalendar (RFC 5545): an event for each stretch of time that has ended. For calendars, which can’t sign in; they send `If-None-Match` to learn whether it has changed.',
  security: [],
  parameters: [
    {
      name: 'token',
      in: 'path',
      required: true,
      description: 'The secret of the address.',
      schema: { type: 'string', maxLength: 200 },
    },
    {
      name: 'If-None-Match',
      in: 'header',
      required: false,
      description: 'The `ETag` of the calendar that you have.',
      schema: { type: 'string', maxLength: 1_000 },
    },
  ],
  responses: {
    200: {
      description: 'A calendar',
      headers: headerReferences(['X-Request-Id', 'ETag']),
      content: { 'text/calendar': { schema: { type: 'string' } } },
    },
    304: { description: 'It has not changed', headers: headerReferences(['X-Request-Id', 'ETag']) },
    ...problemResponses([
      'calendar_feed_not_found',
      'rate_limited',
      'internal',
      'database_unavailable',
      'too_many_reads',
    ]),
  },
};
