import { type ExportQuery, exportQuery } from '#/lib/analytics/exports/export-schemas.ts';

/** A query as its original texts, to be parsed again later. */
export function storedQuery(query: ExportQuery): Record<string, string> {
  const texts = Object.entries(query)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, textOf(value)]);
  return Object.fromEntries(texts);
}

/** @throws ZodError for a query that another version has stored and this one does not know */
export function readStoredQuery(stored: Record<string, string>): ExportQuery {
  return exportQuery.parse(stored);
}

/** Commas within a value are written %2C, as in the query of the API. */
function textOf(value: unknown): string {
  if (Array.isArray(value))
    return value.map((one) => String(one).replaceAll('%', '%25').replaceAll(',', '%2C')).join(',');
  return value instanceof Date ? value.toISOString() : String(value);
}
