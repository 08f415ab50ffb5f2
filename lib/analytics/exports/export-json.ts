import type { ExportJson } from '#/lib/analytics/exports/requested-export-schemas.ts';
import { type Export, statusAt } from '#/lib/tracking/exports/export.ts';

/** An export as the API shows it. */
export function exportJson(one: Export, now: Date): ExportJson {
  return {
    id: one.id,
    status: statusAt(one, now),
    format: one.format,
    file_name: one.fileName,
    rows_done: one.rowsDone,
    rows_total: one.rowsTotal,
    bytes: one.bytes,
    created_at: one.createdAt.toISOString(),
    finished_at: one.finishedAt?.toISOString() ?? null,
    expires_at: one.expiresAt?.toISOString() ?? null,
    failure_reason: one.failureReason,
  };
}

/** An export in events. */
export function exportFacts({ fileName, status, query }: Pick<Export, 'fileName' | 'status' | 'query'>) {
  return { name: fileName, status, query };
}
