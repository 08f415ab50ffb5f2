import { readDuration } from '#/lib/client/alarms/alarm-when.ts';
import { counted, wholeLength } from '#/lib/client/time/format-time.ts';
import { SECOND_MS } from '#/lib/core/duration.ts';

const MINUTE_S = 60;

/** Seconds as typed durations: `24 h`, `6h`, `90m`, `1:30`. */
export const AS_LENGTH = {
  write: (seconds: number) => wholeLength(seconds * SECOND_MS),
  read(text: string): { value: number } | null {
    const ms = readDuration(text);
    return ms === null || ms % SECOND_MS !== 0 ? null : { value: ms / SECOND_MS };
  },
  help: 'Enter a duration, such as 24 h, 6h, or 90m.',
};

/** The same, with empty text as null. */
export const AS_TARGET = {
  write: (seconds: number | null) => (seconds === null ? '' : AS_LENGTH.write(seconds)),
  read: (text: string): { value: number | null } | null =>
    text.trim() === '' ? { value: null } : AS_LENGTH.read(text),
  help: 'Enter a duration, such as 7h30 or 6 h, or leave it empty.',
};

/** The same in minutes. */
export const AS_MINUTES = {
  write: (minutes: number) => AS_LENGTH.write(minutes * MINUTE_S),
  read(text: string): { value: number } | null {
    const read = AS_LENGTH.read(text);
    return read && read.value % MINUTE_S === 0 ? { value: read.value / MINUTE_S } : null;
  },
  help: 'Enter a duration, such as 10 min or 1h30.',
};

/** Whole days: `30`, `30 days`, `30d`; empty text is null. */
export const AS_DAYS = {
  write: (days: number | null) => (days === null ? '' : counted(days, 'day')),
  read(text: string): { value: number | null } | null {
    const trimmed = text.trim();
    if (trimmed === '') return { value: null };
    const match = /^(\d{1,6})\s*d?(?:ays?)?$/i.exec(trimmed);
    return match ? { value: Number(match[1]) } : null;
  },
  help: 'Enter whole days, such as 30, or leave it empty.',
};

/** The same, if a number is required. */
export const AS_WHOLE_DAYS = {
  write: (days: number) => counted(days, 'day'),
  read(text: string): { value: number } | null {
    const read = AS_DAYS.read(text);
    return read?.value == null ? null : { value: read.value };
  },
  help: 'Enter whole days, such as 3, or 0.',
};

/** A day in the format of a browser's date field, YYYY-MM-DD; none chosen is null. */
export const AS_DAY = {
  write: (day: string | null) => day ?? '',
  read: (text: string): { value: string | null } => ({ value: text || null }),
  help: '',
};

/** A time in the format of a browser's time field; a partly typed one is empty. */
export const AS_TIME = {
  write: (time: string) => time,
  read: (text: string) => (text ? { value: text } : null),
  help: 'Enter hours and minutes.',
};

/** Origins, one per line. */
export function readOrigins(text: string): string[] {
  return text.split(/[\s,]+/).filter(Boolean);
}
