import { z } from 'zod';
import { exportFields } from '#/lib/analytics/exports/export-schemas.ts';
import { instantOut, serverTimeOut } from '#/lib/core/instant-schemas.ts';
import { EXPORT_FORMATS, EXPORT_STATUSES } from '#/lib/tracking/exports/export.ts';

export const requestExportInput = z.strictObject(exportFields).meta({ id: 'RequestExport' });

const exportOut = z
  .object({
    id: z.uuid(),
    status: z
      .enum(EXPORT_STATUSES)
      .describe(
        '`ready`: it can be downloaded until `expires_at`. `failed`: several attempts did, so request it again; or none would succeed, as `failure_reason` says.',
      ),
    format: z.enum(EXPORT_FORMATS),
    file_name: z.string(),
    rows_done: z.int().min(0),
    rows_total: z
      .int()
      .min(0)
      .nullable()
      .describe('Estimated when it begins; stretches over midnight become two rows.'),
    bytes: z.int().min(0).describe('The bytes written so far; once the file is ready, its size.'),
    created_at: instantOut,
    finished_at: instantOut.nullable(),
    expires_at: instantOut.nullable(),
    failure_reason: z
      .string()
      .nullable()
      .describe('Why it failed, in a sentence, when the same request would fail again; otherwise null.'),
  })
  .meta({ id: 'Export' });

export const exportResponse = z
  .object({ export: exportOut, server_time: serverTimeOut })
  .meta({ id: 'ExportResponse' });
export const exportListResponse = z
  .object({ exports: z.array(exportOut).describe('Your latest 50, newest first.'), server_time: serverTimeOut })
  .meta({ id: 'ExportList' });

export type ExportJson = z.input<typeof exportOut>;
