import { readDuration } from '#/lib/client/alarms/alarm-when.ts';
import { HOUR_MS, MINUTE_MS } from '#/lib/core/duration.ts';

export const CELL_EXAMPLE = 'Enter a duration, such as 1h30, 1:30, 90m, or 1.5 (hours).';

/** Milliseconds of a duration typed into a cell: a bare number is hours, `1.5` or `1,5`; null for invalid text. */
export function readCellLength(text: string): number | null {
  const hours = /^\d{1,3}(?:[.,]\d{1,2})?$|^[.,]\d{1,2}$/.exec(text.trim());
  if (hours) return Math.round((Number(hours[0].replace(',', '.')) * HOUR_MS) / MINUTE_MS) * MINUTE_MS;
  const ms = readDuration(text);
  return ms === null ? null : Math.floor(ms / MINUTE_MS) * MINUTE_MS;
}

/** `1:23`, for editing. Empty for no time. */
export function typedCell(ms: number): string {
  if (ms < MINUTE_MS) return '';
  return `${Math.floor(ms / HOUR_MS)}:${String(Math.floor(ms / MINUTE_MS) % 60).padStart(2, '0')}`;
}
