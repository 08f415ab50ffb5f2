import type { ExportQuery } from '#/lib/analytics/exports/export-schemas.ts';

/** The state of the export form. */
export type ExportForm = {
  format: ExportQuery['format'];
  from: string;
  to: string;
  round: 'exact' | 'up' | 'down' | 'nearest';
  roundToMinutes: number;
  roundPer: 'entry' | 'day';
  /** Empty: all of them. */
  columns: string[];
  forExcel: boolean;
};

/**
 * The form as an API request, with the filters of the page that opened it; fields that don't apply to the format are
 * omitted.
 */
export function exportRequest(form: ExportForm, filters: Record<string, string>): Record<string, string> {
  const { format, from, to, round, columns } = form;
  const hasColumns = format === 'csv' || format === 'xlsx';
  return {
    ...filters,
    format,
    from,
    to,
    ...(round !== 'exact' && { round, round_to_minutes: String(form.roundToMinutes), round_per: form.roundPer }),
    ...(hasColumns && columns.length > 0 && { columns: columns.join(',') }),
    ...(format === 'csv' && form.forExcel && { bom: 'true' }),
  };
}
