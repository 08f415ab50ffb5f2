import type { AlarmState } from '#/lib/client/alarms/alarm-state.ts';
import { DAY_MS, HOUR_MS } from '#/lib/core/duration.ts';

export const ALARM_TABS = ['all', 'scheduled', 'firing', 'retrying', 'delivered', 'dead', 'aborted'] as const;
export const ALARM_WINDOWS = ['hour', 'day', 'week', 'month'] as const;

export type AlarmTab = 'all' | AlarmState;
export type AlarmWindow = (typeof ALARM_WINDOWS)[number];
/** The view of the alarm list. The window counts back from now; scheduled alarms are in every window. */
export type AlarmView = {
  tab: AlarmTab;
  search: string;
  window: AlarmWindow;
  /** Only runs of this schedule; empty for all alarms. */
  schedule: string;
};

export const ALARMS_PATH = '/alarms';
export const SCHEDULES_PATH = `${ALARMS_PATH}/schedules`;
export const RECEIVERS_PATH = `${ALARMS_PATH}/receivers`;

const FIRST_VIEW: AlarmView = { tab: 'all', search: '', window: 'day', schedule: '' };
const WINDOW_MS: Record<AlarmWindow, number> = { hour: HOUR_MS, day: DAY_MS, week: 7 * DAY_MS, month: 30 * DAY_MS };
const SEARCH_LENGTH = 200;
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Reads the view from the query of a URL. Unknown values fall back to the defaults. */
export function readAlarmView(query: { get(name: string): string | null }): AlarmView {
  return {
    tab: ALARM_TABS.find((tab) => tab === query.get('state')) ?? FIRST_VIEW.tab,
    search: (query.get('search') ?? '').trim().slice(0, SEARCH_LENGTH),
    window: ALARM_WINDOWS.find((window) => window === query.get('window')) ?? FIRST_VIEW.window,
    schedule: UUID.test(query.get('schedule') ?? '') ? (query.get('schedule') ?? '') : FIRST_VIEW.schedule,
  };
}

/** The URL of the list, or of one alarm next to the list. */
export function alarmsHref({ tab, search, window, schedule }: AlarmView, id: string | null = null): string {
  const query = new URLSearchParams({
    ...(tab !== FIRST_VIEW.tab && { state: tab }),
    ...(search && { search }),
    ...(window !== FIRST_VIEW.window && { window }),
    ...(schedule && { schedule }),
  });
  const path = id === null ? ALARMS_PATH : `${ALARMS_PATH}/${encodeURIComponent(id)}`;
  return query.size > 0 ? `${path}?${query}` : path;
}

/** The runs of a schedule, as far back as the list goes: they may be months apart. */
export function runsHref(schedule: string): string {
  return alarmsHref({ ...FIRST_VIEW, window: 'month', schedule });
}

/** Whether the page is the list, or one alarm next to it. */
export function isAlarmsPath(path: string): boolean {
  return path === ALARMS_PATH || alarmIdIn(path) !== null;
}

/** The alarm whose page this is; null on the list alone. */
export function alarmIdIn(path: string): string | null {
  const [, id] = /^\/alarms\/([^/]+)\/?$/.exec(path) ?? [];
  if (id === undefined || path.startsWith(SCHEDULES_PATH) || path.startsWith(RECEIVERS_PATH)) return null;
  return decodeURIComponent(id);
}

/** The instant at which the window begins, on the server's clock. */
export function windowStart(window: AlarmWindow, serverNow: number): number {
  return serverNow - WINDOW_MS[window];
}
