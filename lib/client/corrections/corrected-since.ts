import { dayIn, weekOf } from '#/lib/client/calendar/calendar.ts';
import { dayBegin } from '#/lib/client/time/day-begin.ts';
import type { TimeStyle } from '#/lib/client/time/time-style.ts';

/** When a person's current week began, as an instant in UTC. */
export function correctedSince(style: TimeStyle, weekStart: number, serverNow: number): string {
  const monday = weekOf(dayIn(style, serverNow), weekStart);
  return new Date(dayBegin(style, monday) ?? serverNow).toISOString();
}
