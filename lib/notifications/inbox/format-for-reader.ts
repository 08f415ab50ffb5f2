import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#/lib/core/duration.ts';

/** The zone and clock format for instants in the text; null for the reader's locale, which a mail can't know. */
export type Reader = { timeZone: string; hourCycle: 'h12' | 'h23' | null };

export const NBSP = '\u00a0';

/** `1 h 23 min`, `20 min`, `45 s`, rounded down as everywhere. */
export function lengthOf(seconds: number): string {
  const ms = seconds * SECOND_MS;
  if (ms < MINUTE_MS) return `${seconds}${NBSP}s`;
  const hours = Math.floor(ms / HOUR_MS);
  const minutes = Math.floor((ms % HOUR_MS) / MINUTE_MS);
  const parts = [hours > 0 && `${hours}${NBSP}h`, minutes > 0 && `${minutes}${NBSP}min`];
  return parts.filter(Boolean).join(' ');
}

export function timeOf(instant: string, { timeZone, hourCycle }: Reader): string {
  const hour = hourCycle === 'h12' ? 'numeric' : '2-digit';
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, hourCycle: hourCycle ?? 'h23', hour, minute: '2-digit' });
  return format.format(new Date(instant)).replaceAll(/\s/g, NBSP);
}

export function dateOf(instant: string, { timeZone }: Reader): string {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, weekday: 'short', day: 'numeric', month: 'short' });
  return format.format(new Date(instant)).replace(',', '');
}
