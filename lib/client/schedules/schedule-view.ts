import { SCHEDULES_PATH } from '#/lib/client/alarms/alarm-view.ts';

const SCHEDULE_STATES = ['all', 'active', 'paused', 'ended'] as const;

export type ScheduleState = (typeof SCHEDULE_STATES)[number];
/** The view of the list, and the open schedule. */
export type ScheduleView = { search: string; state: ScheduleState; openId: string | null };

const SEARCH_LENGTH = 200;
/** The URL that opens the form for a new one. */
export const NEW_SCHEDULE_HREF = `${SCHEDULES_PATH}?new=1`;

/** The view in the query of a URL; unknown values fall back to the defaults. */
export function readScheduleView(query: { get(name: string): string | null }): ScheduleView {
  return {
    search: (query.get('search') ?? '').trim().slice(0, SEARCH_LENGTH),
    state: SCHEDULE_STATES.find((state) => state === query.get('state')) ?? 'all',
    openId: query.get('open'),
  };
}

/** The URL of the list as shown. */
export function schedulesHref({ search, state, openId }: ScheduleView): string {
  const query = new URLSearchParams({
    ...(search && { search }),
    ...(state !== 'all' && { state }),
    ...(openId && { open: openId }),
  });
  return query.size > 0 ? `${SCHEDULES_PATH}?${query}` : SCHEDULES_PATH;
}
