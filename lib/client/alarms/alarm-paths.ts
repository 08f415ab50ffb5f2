import { type AlarmView, windowStart } from '#/lib/client/alarms/alarm-view.ts';

/** Rows of one page. */
const PAGE = 50;
/** The number of upcoming ones above those already due. */
export const UPCOMING_COUNT = 5;

type Path = `/${string}`;

export function alarmPath(id: string): Path {
  return `/alarms/${encodeURIComponent(id)}`;
}

export function attemptsPath(id: string): Path {
  return `${alarmPath(id)}/attempts`;
}

export function countsPath({ search, window, schedule }: AlarmView, serverNow: number): Path {
  return path('/alarms/counts', {
    schedule_id: schedule,
    name: search,
    due_from: iso(windowStart(window, serverNow)),
  });
}

/**
 * Path of the next few scheduled alarms, soonest first. They are listed above those already due, because a list of all
 * would otherwise begin ten years ahead. Null if a list has only one order.
 */
export function comingPath({ tab, search, schedule }: AlarmView, serverNow: number): Path | null {
  if (tab !== 'all') return null;
  const next = { due_from: iso(serverNow), order: 'asc', limit: String(UPCOMING_COUNT) };
  return path('/alarms', { schedule_id: schedule, name: search, ...next });
}

/**
 * Path of one page of the list: scheduled alarms soonest first, all others latest first, dead letters by when they
 * died.
 */
export function pagePath(view: AlarmView, serverNow: number, cursor: string | null): Path {
  const from = iso(windowStart(view.window, serverNow));
  const rest = { schedule_id: view.schedule, name: view.search, limit: String(PAGE), cursor: cursor ?? '' };
  switch (view.tab) {
    case 'all':
      return path('/alarms', { due_from: from, due_to: iso(serverNow), ...rest });
    case 'dead':
      // Dead letters can't be filtered by schedule; the alarms of one are few.
      if (view.schedule) return path('/alarms', { status: 'dead', due_from: from, ...rest });
      return path('/dead-letters', { finished_from: from, ...rest });
    case 'scheduled':
      return path('/alarms', { status: 'scheduled', due_from: from, order: 'asc', ...rest });
    case 'retrying':
      return path('/alarms', { status: 'retrying', due_from: from, ...rest });
    case 'firing':
    case 'delivered':
    case 'aborted':
      return path('/alarms', { status: view.tab, due_from: from, ...rest });
  }
}

function path(base: Path, query: Record<string, string>): Path {
  return `${base}?${new URLSearchParams(Object.entries(query).filter(([, value]) => value !== ''))}`;
}

function iso(instant: number): string {
  return new Date(instant).toISOString();
}
