import { hostOf } from '#/components/alarms/format-alarm.ts';
import type { ListedScheduleJson, ScheduleJson } from '#/lib/alarms/schedules/schedule-schemas.ts';
import { formatCron, formatRepeat } from '#/lib/client/schedules/format-cron.ts';
import { zoneLabel } from '#/lib/client/time/zone-search.ts';

type Timing = Pick<ListedScheduleJson, 'cron' | 'repeat' | 'time_zone'>;

/** The name of a schedule in a sentence. */
export function scheduleName({ name, url }: Pick<ListedScheduleJson, 'name' | 'url'>): string {
  return name ?? (url === null ? 'Schedule without a name' : hostOf(url));
}

/** "Monday to Friday at 09:30"; as typed if words would be longer. */
export function formatTiming({ cron, repeat }: Timing): string {
  return (cron === null ? formatRepeat(repeat ?? '') : formatCron(cron)) ?? cron ?? repeat ?? '';
}

/** The expression as typed. */
export function expressionOf({ cron, repeat }: Timing): string {
  return cron ?? repeat ?? '';
}

/** `Europe/Berlin`; an interval has no zone. */
export function formatZone({ cron, time_zone }: Timing): string {
  return cron === null ? 'Interval' : zoneLabel(time_zone ?? 'UTC');
}

export const SCHEDULE_STATE_LABELS = { active: 'Active', paused: 'Paused', ended: 'Ended' } as const;
export const SCHEDULE_STATE_ICONS = { active: 'clock', paused: 'paused', ended: 'delivered' } as const;

export const CATCH_UP_LABELS: Record<ScheduleJson['catch_up'], string> = {
  none: 'Skip them',
  latest: 'Run the last one',
  all: 'Run all of them, up to 100',
};
