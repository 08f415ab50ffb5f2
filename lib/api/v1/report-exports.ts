import { z } from 'zod';
import { cancelExport } from '#/lib/analytics/exports/cancel-export.ts';
import { exportEntries, planExport } from '#/lib/analytics/exports/export-entries.ts';
import { exportJson } from '#/lib/analytics/exports/export-json.ts';
import { exportQuery } from '#/lib/analytics/exports/export-schemas.ts';
import { getExport, listExports } from '#/lib/analytics/exports/get-export.ts';
import { readExportFile } from '#/lib/analytics/exports/read-export-file.ts';
import { requestExport } from '#/lib/analytics/exports/request-export.ts';
import {
  exportListResponse,
  exportResponse,
  requestExportInput,
} from '#/lib/analytics/exports/requested-export-schemas.ts';
import type { Reads } from '#/lib/api/limits/reads.ts';
import { type ApiContext, operation } from '#/lib/api/operations/operation.ts';
import { readPath, readQuery } from '#/lib/api/operations/read-input.ts';
import { fileResponse } from '#/lib/api/responses/file-response.ts';
import type { Ctx } from '#/lib/context/context.ts';
import type { Export } from '#/lib/tracking/exports/export.ts';

const tag = 'Exports';
const params = z.strictObject({ id: z.uuid() });

const request = operation({
  operationId: 'requestExport',
  method: 'post',
  path: '/reports/exports',
  tag,
  summary: 'Request an export',
  description:
    'Takes the same parameters as the query of `GET /reports/export`. A worker writes it, however long it is; you are notified when it is ready, and can download it until it expires.',
  permission: 'timers:read',
  body: requestExportInput,
  output: exportResponse,
  status: 201,
  problems: ['range_invalid', 'timesheet_of_many', 'timesheet_too_long', 'too_many_exports'],
  handler: async (ctx, { body }) => {
    const created = await requestExport(ctx, body);
    return {
      status: 201,
      body: await exportResponseOf(ctx, created),
      location: `/api/v1/reports/exports/${created.id}`,
    };
  },
});

const list = operation({
  operationId: 'listExports',
  method: 'get',
  path: '/reports/exports',
  tag,
  summary: 'List your exports',
  description: 'The latest 50 that you have requested in this workspace, newest first.',
  permission: 'timers:read',
  output: exportListResponse,
  handler: async (ctx) => {
    const now = await ctx.clock.now(ctx.db);
    const exports = (await listExports(ctx)).map((one) => exportJson(one, now));
    return { status: 200, body: { exports, server_time: now.toISOString() } };
  },
});

const get = operation({
  operationId: 'getExport',
  method: 'get',
  path: '/reports/exports/{id}',
  tag,
  summary: 'Get an export',
  description: 'One of your own: how far the worker has got, and until when you can download the file.',
  permission: 'timers:read',
  params,
  output: exportResponse,
  problems: ['export_not_found'],
  handler: async (ctx, { params: { id } }) => ({
    status: 200,
    body: await exportResponseOf(ctx, await getExport(ctx, id)),
  }),
});

const cancel = operation({
  operationId: 'cancelExport',
  method: 'post',
  path: '/reports/exports/{id}/cancel',
  tag,
  summary: 'Cancel an export that is not finished',
  description: 'A finished export stays as it is.',
  permission: 'timers:read',
  params,
  output: exportResponse,
  problems: ['export_not_found'],
  handler: async (ctx, { params: { id } }) => ({
    status: 200,
    body: await exportResponseOf(ctx, await cancelExport(ctx, id)),
  }),
});

export const exportOperations = [request, list, get, cancel];

async function exportResponseOf(ctx: Ctx, one: Export) {
  const now = await ctx.clock.now(ctx.db);
  return { export: exportJson(one, now), server_time: now.toISOString() };
}

/** The file that a worker has written, read chunk by chunk. @throws AppError 403, 404, 409, 410, 503 */
export async function streamExportFile(c: ApiContext, reads: Reads): Promise<Response> {
  const ctx = c.get('ctx');
  const { id } = readPath(c.req, params);
  return fileResponse(c, await readExportFile(ctx, id, reads.queryRunner(ctx, { kind: 'read' })));
}

const NARROWER = 'Choose a shorter range with from and to, or send the same to POST /reports/exports.';

/** Export recorded time as a file, written before it is sent. @throws AppError 400, 403, 422, 503 */
export async function streamReportExport(c: ApiContext, reads: Reads): Promise<Response> {
  const ctx = c.get('ctx');
  const query = readQuery(c.req, exportQuery);
  const plan = await reads.run(ctx, { kind: 'read', narrower: NARROWER }, (inner) => planExport(inner, query));
  const write = ({ db }: Pick<Ctx, 'db'>) => exportEntries(db, plan);
  return fileResponse(c, await reads.run(ctx, { kind: 'export', narrower: NARROWER }, write));
}
