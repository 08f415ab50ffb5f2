import { z } from 'zod';
import { createSavedReport } from '#/lib/analytics/saved-reports/create-saved-report.ts';
import { deleteSavedReport, editSavedReport } from '#/lib/analytics/saved-reports/edit-saved-report.ts';
import {
  getSavedReport,
  listSavedReports,
  type NamedReport,
} from '#/lib/analytics/saved-reports/list-saved-reports.ts';
import { savedReportJson } from '#/lib/analytics/saved-reports/saved-report-json.ts';
import {
  createSavedReportInput,
  editSavedReportInput,
  savedReportListResponse,
  savedReportResponse,
} from '#/lib/analytics/saved-reports/saved-report-schemas.ts';
import { operation } from '#/lib/api/operations/operation.ts';

const tag = 'Reports';
const permission = 'timers:read';
const params = z.strictObject({ id: z.uuid() });
const NOT_FOUND = ['saved_report_not_found'] as const;
const VERSION = ['saved_report_version_mismatch'] as const;
const NOT_YOURS = ['forbidden', 'saved_report_of_another'] as const;

function bodyOf({ report, ownerName, now }: NamedReport) {
  return { saved_report: savedReportJson(report, ownerName), server_time: now.toISOString() };
}

const create = operation({
  operationId: 'createSavedReport',
  method: 'post',
  path: '/reports/saved',
  tag,
  summary: 'Save a report',
  description: 'Saves the settings of a report, not its figures: they are those of the day on which it is read.',
  permission,
  body: createSavedReportInput,
  output: savedReportResponse,
  status: 201,
  versioned: true,
  problems: ['forbidden', 'saved_report_name_taken', 'too_many_saved_reports'],
  handler: async (ctx, { body }) => {
    const created = await createSavedReport(ctx, body);
    const { id, version } = created.report;
    return { status: 201, version, location: `/api/v1/reports/saved/${id}`, body: bodyOf(created) };
  },
});

const list = operation({
  operationId: 'listSavedReports',
  method: 'get',
  path: '/reports/saved',
  tag,
  summary: 'List saved reports',
  description: 'Your own, and those shared with the workspace that you may see.',
  permission,
  output: savedReportListResponse,
  handler: async (ctx) => {
    const { reports, now } = await listSavedReports(ctx);
    const shown = reports.map(({ report, ownerName }) => savedReportJson(report, ownerName));
    return { status: 200, body: { saved_reports: shown, server_time: now.toISOString() } };
  },
});

const one = operation({
  operationId: 'getSavedReport',
  method: 'get',
  path: '/reports/saved/{id}',
  tag,
  summary: 'Get a saved report',
  description: 'One of your own, or one that is shared in the workspace.',
  permission,
  params,
  output: savedReportResponse,
  versioned: true,
  problems: NOT_FOUND,
  handler: async (ctx, { params }) => {
    const found = await getSavedReport(ctx, params.id);
    return { status: 200, version: found.report.version, body: bodyOf(found) };
  },
});

const edit = operation({
  operationId: 'editSavedReport',
  method: 'patch',
  path: '/reports/saved/{id}',
  tag,
  summary: 'Change a saved report',
  description: 'Only the member who saved it can.',
  permission,
  params,
  body: editSavedReportInput,
  output: savedReportResponse,
  versioned: true,
  problems: [...NOT_YOURS, ...NOT_FOUND, 'saved_report_name_taken', ...VERSION],
  handler: async (ctx, { params, body, ifMatch }) => {
    const found = await editSavedReport(ctx, { id: params.id, ifMatch }, body);
    return { status: 200, version: found.report.version, body: bodyOf(found) };
  },
});

const remove = operation({
  operationId: 'deleteSavedReport',
  method: 'delete',
  path: '/reports/saved/{id}',
  tag,
  summary: 'Delete a saved report',
  description: 'Only the member who saved it can. Links to it keep working.',
  permission,
  params,
  output: savedReportResponse,
  versioned: true,
  problems: [...NOT_YOURS, ...NOT_FOUND, ...VERSION],
  handler: async (ctx, { params, ifMatch }) => {
    const found = await deleteSavedReport(ctx, { id: params.id, ifMatch });
    return { status: 200, version: found.report.version, body: bodyOf(found) };
  },
});

export const savedReportOperations = [create, list, one, edit, remove];
