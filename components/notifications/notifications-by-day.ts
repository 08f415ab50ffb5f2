import { addDays, dayIn } from '#/lib/client/calendar/calendar.ts';
import { dayTitle } from '#/lib/client/time/format-time.ts';
import type { TimeStyle } from '#/lib/client/time/time-style.ts';
import type { NotificationJson } from '#/lib/notifications/inbox/notification-schemas.ts';

export type DayOfNotifications = { date: string; title: string; notifications: NotificationJson[] };

/** The list in its own order, split by the reader's days. `today` is a date. */
export function byDay(list: readonly NotificationJson[], style: TimeStyle, today: string): DayOfNotifications[] {
  const days: DayOfNotifications[] = [];
  for (const one of list) {
    const date = dayIn(style, Date.parse(one.created_at));
    const last = days.at(-1);
    if (last?.date === date) last.notifications.push(one);
    else days.push({ date, title: titleOf(date, today), notifications: [one] });
  }
  return days;
}

function titleOf(date: string, today: string): string {
  if (date === today) return 'Today';
  return date === addDays(today, -1) ? 'Yesterday' : dayTitle(date, today.slice(0, 4));
}
