import type { ExportQuery } from '#/lib/analytics/exports/export-schemas.ts';

/** What the form of an export holds. */
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

/** The form as the API is asked, with the filters of the page that opened it; what does not apply to the format is left out. */
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
