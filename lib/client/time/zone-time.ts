import { type ZoneClock, zoneClock } from '#/lib/core/zone-clock.ts';
import type { ZoneCourse } from '#/lib/core/zone-course.ts';

const courses = new Map<string, ZoneCourse>();

/** From now on times of this zone need not be asked of the browser: its first response takes longer than the page to come alive. */
export function cacheZone(course: ZoneCourse): void {
  courses.set(course.timeZone, course);
}

/** How the zone's clock is at an instant (epoch milliseconds): as the server told, or the browser's own data say. */
export function clockIn(timeZone: string, instant: number): ZoneClock {
  const course = courses.get(timeZone);
  const isTold = course && instant < course.until;
  return (isTold && course.spans.findLast(({ from }) => from <= instant)) || zoneClock(timeZone, instant);
}

/** The zone's local time, to be read as if it were UTC. */
export function localTime(timeZone: string, instant: number): Date {
  return new Date(instant + clockIn(timeZone, instant).offsetMs);
}
