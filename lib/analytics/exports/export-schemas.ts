import { z } from 'zod';
import { COLUMN_NAMES } from '#/lib/analytics/exports/column-schemas.ts';
import { detailedReportQuery } from '#/lib/analytics/reports/report-query-schemas.ts';
import { isTimeZone } from '#/lib/core/time-zone.ts';
import { EXPORT_FORMATS } from '#/lib/tracking/exports/export.ts';

const { from, to, time_zone, ...filters } = detailedReportQuery.omit({ limit: true, cursor: true }).shape;

const columns = z
  .string()
  .max(2_000)
  .transform((text) => [...new Set(text.split(',').filter(Boolean))])
  .pipe(z.array(z.enum(COLUMN_NAMES)).min(1, 'must name at least one column'))
  .optional()
  .describe(
    `Columns of \`csv\` and \`xlsx\`, in this order, with commas between: ${COLUMN_NAMES.join(', ')}. Left out: all of them. The others have an order of their own.`,
  );

/** The rows and the format of an export. In a query or a body: the same names and the same texts. */
export const exportFields = {
  format: z
    .enum(EXPORT_FORMATS)
    .default('csv')
    .describe(
      '`csv`: RFC 4180. `xlsx`: an Excel workbook. `jsonl`: an `ExportedEntry` a line. `pdf`: a timesheet of one member, of at most 31 days and 2,000 entries.',
    ),
  from,
  to: to.describe('Instant (exclusive), or day (up to its end). At most 3,660 days after `from`.'),
  time_zone: time_zone.refine((name) => name === undefined || isTimeZone(name), 'must be an IANA name, such as UTC'),
  ...filters,
  columns,
  bom: z
    .enum(['true', 'false'])
    .default('false')
    .transform((text) => text === 'true')
    .describe('Begin a `csv` with a byte order mark, by which Excel recognizes UTF-8.'),
};

export const exportQuery = z.strictObject(exportFields);

export type ExportQuery = z.output<typeof exportQuery>;
