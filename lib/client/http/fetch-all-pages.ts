import type { TimerListJson } from '#/lib/tracking/timers/timer-schemas.ts';

type FetchTimers = (path: `/${string}`) => Promise<TimerListJson>;

/** A list of timers with those of all pages after its first one, or at least this many of the newest. */
export async function fetchAllPages(
  get: FetchTimers,
  path: `/${string}`,
  most = Number.POSITIVE_INFINITY,
): Promise<TimerListJson> {
  const start = await get(path);
  const timers = new Map(start.timers.map((timer) => [timer.id, timer]));
  let cursor = start.next_cursor;
  while (cursor !== null && timers.size < most) {
    const page = await get(`${path}&cursor=${encodeURIComponent(cursor)}`);
    for (const timer of page.timers) timers.set(timer.id, timer);
    cursor = page.next_cursor;
  }
  return { ...start, timers: [...timers.values()], next_cursor: cursor };
}
