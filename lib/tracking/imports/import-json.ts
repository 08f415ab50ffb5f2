import type { Import, ImportMapping, ImportRow, RowState } from '#/lib/tracking/imports/import.ts';
import type {
  ImportJson,
  ImportMappingJson,
  ImportRowJson,
  PreviewImportInput,
} from '#/lib/tracking/imports/import-schemas.ts';

/** The number of rows of an import in each state. */
export type RowCounts = Partial<Record<RowState, number>>;

/** An import as the API shows it. */
export function importJson(one: Import, counts: RowCounts): ImportJson {
  const { totals } = one;
  return {
    id: one.id,
    user_id: one.userId,
    status: one.status,
    source: one.source,
    file_name: one.fileName,
    encoding: one.encoding,
    delimiter: one.delimiter,
    columns: one.columns,
    mapping: mappingJson(one.mapping),
    people: one.people.map(({ name, entries, userId }) => ({ name, entries, user_id: userId })),
    totals: totals && {
      rows: totals.rows,
      likely_duplicates: totals.likelyDuplicates ?? 0,
      stated_ms: totals.statedMs,
      stated_recorded_ms: totals.statedRecordedMs,
      recorded_ms: totals.recordedMs,
      rounding_ms: totals.roundingMs,
      new_projects: totals.newProjects,
      new_tickets: totals.newTickets,
    },
    counts,
    rows: one.rowCount,
    version: one.version,
    created_at: one.createdAt.toISOString(),
    applied_at: one.appliedAt?.toISOString() ?? null,
    undone_at: one.undoneAt?.toISOString() ?? null,
  };
}

function mappingJson(mapping: ImportMapping): ImportMappingJson {
  return {
    columns: mapping.columns,
    time_zone: mapping.timeZone,
    date_order: mapping.dateOrder,
    duration_unit: mapping.durationUnit,
    repeated_time: mapping.repeatedTime,
    place_from: mapping.placeFrom,
    assign: mapping.assign,
    people: mapping.people,
    create_tickets: mapping.createTickets,
    overlaps: mapping.overlaps,
    duplicates: mapping.duplicates ?? 'skip',
  };
}

/** The mapping with these changes. */
export function changedMapping(
  mapping: ImportMapping,
  changes: NonNullable<PreviewImportInput['mapping']>,
): ImportMapping {
  const whole = { ...mappingJson(mapping), ...withoutUndefined(changes) };
  return {
    columns: whole.columns,
    timeZone: whole.time_zone,
    dateOrder: whole.date_order,
    durationUnit: whole.duration_unit,
    repeatedTime: whole.repeated_time,
    placeFrom: whole.place_from,
    assign: whole.assign,
    people: whole.people,
    createTickets: whole.create_tickets,
    overlaps: whole.overlaps,
    duplicates: whole.duplicates,
  };
}

function withoutUndefined<T extends object>(given: T): { [Key in keyof T]?: Exclude<T[Key], undefined> } {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as never;
}

/** One row as the API shows it. */
export function importRowJson(row: ImportRow): ImportRowJson {
  return {
    line: row.line,
    state: row.state,
    cells: row.cells,
    user_id: row.userId,
    started_at: row.startedAt?.toISOString() ?? null,
    ended_at: row.endedAt?.toISOString() ?? null,
    spans: row.spans.map(({ startedAt, endedAt }) => ({ started_at: startedAt, ended_at: endedAt })),
    stated_ms: row.statedMs,
    title: row.title,
    project: row.project,
    ticket_key: row.ticketKey,
    tags: row.tags,
    placed: row.isPlaced,
    resolution: row.resolution,
    note: row.note,
    overlaps: row.overlaps.map(({ startedAt, endedAt, timerId, line, label }) => ({
      started_at: startedAt,
      ended_at: endedAt,
      timer_id: timerId,
      line,
      label,
    })),
    timer_id: row.timerId,
  };
}
