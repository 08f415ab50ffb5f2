import type { InfiniteData } from '@tanstack/react-query';
import type { AlarmListJson } from '#/lib/alarms/alarms/alarm-schemas.ts';

/** Keys of the cache. */
export const ALARMS_KEY = ['alarms'] as const;
export const LISTS_KEY = ['alarms', 'list'] as const;
export const COUNTS_KEY = ['alarms', 'counts'] as const;

export function alarmKey(id: string) {
  return ['alarms', 'one', id] as const;
}

export function attemptsKey(id: string) {
  return ['alarms', 'attempts', id] as const;
}

/** Upcoming alarms are at the top of the first page. */
export type AlarmPages = InfiniteData<AlarmListJson, string | null>;
