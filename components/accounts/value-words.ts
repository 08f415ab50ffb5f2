import { readLength } from '#/lib/client/alarm-when.ts';
import { counted, wholeLength } from '#/lib/client/time-words.ts';
import { SECOND_MS } from '#/lib/core/duration.ts';

/** Seconds as people type lengths: `24 h`, `6h`, `90m`, `1:30`. */
export const AS_LENGTH = {
  write: (seconds: number) => wholeLength(seconds * SECOND_MS),
  read(text: string): { value: number } | null {
    const ms = readLength(text);
    return ms === null || ms % SECOND_MS !== 0 ? null : { value: ms / SECOND_MS };
  },
  help: 'Type a length such as 24 h, 6h or 90m.',
};

/** Whole days: `30`, `30 days`, `30d`; nothing typed is null. */
export const AS_DAYS = {
  write: (days: number | null) => (days === null ? '' : counted(days, 'day')),
  read(text: string): { value: number | null } | null {
    const trimmed = text.trim();
    if (trimmed === '') return { value: null };
    const match = /^(\d{1,6})\s*d?(?:ays?)?$/i.exec(trimmed);
    return match ? { value: Number(match[1]) } : null;
  },
  help: 'Type whole days, such as 30, or nothing.',
};

/** Origins, one a line. */
export function readOrigins(text: string): string[] {
  return text.split(/[\s,]+/).filter(Boolean);
}
