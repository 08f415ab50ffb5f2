import type { ImportMapping, ImportRow, OverlapResolution, RowOverlap } from '#/lib/tracking/imports/import.ts';
import type { Busy, BusyTime, Stretch } from '#/lib/tracking/imports/place-entries.ts';

/** What is known about one person whose time is in a file. */
export type PersonFacts = { busy: BusyTime; closed: readonly ClosedStretch[] };
/** Closed time, without a beginning or from `from`, and what to do about it. */
export type ClosedStretch = { from: Date | null; to: Date; detail: string };

/** As for other entered work: no earlier time is accepted. */
const EARLIEST = Date.UTC(2000, 0, 1);

/**
 * Whether a row can be recorded next to everything recorded by now, and which of its time: called in the dry run, and
 * again when it is applied. The time it takes is occupied from then on.
 */
export function fitRow(
  row: ImportRow,
  { busy, closed }: PersonFacts,
  { mapping, now }: { mapping: ImportMapping; now: number },
): ImportRow {
  const stretch = { start: Number(row.startedAt), end: Number(row.endedAt) };
  const note = rejectTime(stretch, closed, now);
  if (note) return { ...row, state: 'error', spans: [], note };
  const inTheWay = busy.overlapping(stretch);
  const parts = partsOf(stretch, inTheWay, busy, overlapsOf(row, mapping));
  const overlaps = inTheWay.map((one) => overlapJson(one, stretch));
  if (parts.length === 0) return { ...row, state: 'overlap', spans: [], overlaps, note: overlapNote(row, mapping) };
  for (const part of parts) busy.take({ ...part, timerId: null, line: row.line, label: row.title });
  const spans = parts.map(({ start, end }) => ({ startedAt: iso(start), endedAt: iso(end) }));
  const trimmed = { code: 'trimmed', detail: 'Only the free part is imported.' };
  return { ...row, state: 'ready', spans, overlaps, note: inTheWay.length > 0 ? trimmed : row.note };
}

function partsOf(
  stretch: Stretch,
  inTheWay: readonly Busy[],
  busy: BusyTime,
  resolution: OverlapResolution,
): Stretch[] {
  if (inTheWay.length === 0) return [stretch];
  return resolution === 'trim' ? busy.free(stretch) : [];
}

/** A duplicate that is imported anyway has no choice about overlaps. */
function overlapsOf({ resolution }: ImportRow, { overlaps }: ImportMapping): OverlapResolution {
  return resolution === null || resolution === 'import' ? overlaps : resolution;
}

function overlapNote(row: ImportRow, mapping: ImportMapping) {
  const isTrimmed = overlapsOf(row, mapping) === 'trim';
  const detail = isTrimmed
    ? 'All of its time is taken, so nothing is left to import.'
    : 'Left out, to keep the time that is already recorded. Trim the row to import the free part.';
  return { code: 'time_overlaps', detail };
}

function rejectTime({ start, end }: Stretch, closed: readonly ClosedStretch[], now: number) {
  if (end > now)
    return { code: 'in_future', detail: 'This time is in the future. Check the time zone and the order of dates.' };
  if (start < EARLIEST) return { code: 'too_early', detail: 'This is before the year 2000. Check the order of dates.' };
  const closure = closed.find(({ from, to }) => start < Number(to) && (!from || end > Number(from)));
  return closure ? { code: 'time_closed', detail: closure.detail } : null;
}

/** A person's times in another workspace are private: only the overlapping part is shown. */
function overlapJson({ start, end, timerId, line, label }: Busy, stretch: Stretch): RowOverlap {
  const isOwn = timerId !== null || line !== null;
  const [from, to] = isOwn ? [start, end] : [Math.max(start, stretch.start), Math.min(end, stretch.end)];
  return { startedAt: iso(from), endedAt: iso(to), timerId, line, label };
}

function iso(instant: number): string {
  return new Date(instant).toISOString();
}
