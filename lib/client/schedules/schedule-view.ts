import { SCHEDULES_PATH } from '#/lib/client/alarms/alarm-view.ts';

const SCHEDULE_STATES = ['all', 'active', 'paused', 'ended'] as const;

export type ScheduleState = (typeof SCHEDULE_STATES)[number];
/** What the list shows, and which schedule is open beside it. */
export type ScheduleView = { search: string; state: ScheduleState; openId: string | null };

const SEARCH_LENGTH = 200;
/** In the address it asks for the form of a new one. */
export const NEW_SCHEDULE_HREF = `${SCHEDULES_PATH}?new=1`;

/** The view in the query of a page's address; what it does not know it leaves as at first. */
export function readScheduleView(query: { get(name: string): string | null }): ScheduleView {
  return {
    search: (query.get('search') ?? '').trim().slice(0, SEARCH_LENGTH),
    state: SCHEDULE_STATES.find((state) => state === query.get('state')) ?? 'all',
    openId: query.get('open'),
  };
}

/** The address of the list as it is shown. */
export function schedulesHref({ search, state, openId }: ScheduleView): string {
  const query = new URLSearchParams({
    ...(search && { search }),
    ...(state !== 'all' && { state }),
    ...(openId && { open: openId }),
  });
  return query.size > 0 ? `${SCHEDULES_PATH}?${query}` : SCHEDULES_PATH;
}
