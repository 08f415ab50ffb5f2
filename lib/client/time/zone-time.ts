import { type ZoneClock, zoneClock } from '#/lib/core/zone-clock.ts';
import type { ZoneCourse } from '#/lib/core/zone-course.ts';

const courses = new Map<string, ZoneCourse>();

/** From now on times in this zone need no call to the browser: its first call takes longer than hydrating the page. */
export function cacheZone(course: ZoneCourse): void {
  courses.set(course.timeZone, course);
}

/** The zone's offset and name at an instant (epoch milliseconds): from the server, or from the browser's own data. */
export function clockIn(timeZone: string, instant: number): ZoneClock {
  const course = courses.get(timeZone);
  const isTold = course && instant < course.until;
  return (isTold && course.spans.findLast(({ from }) => from <= instant)) || zoneClock(timeZone, instant);
}

/** The zone's local time, to be read as if it were UTC. */
export function localTime(timeZone: string, instant: number): Date {
  return new Date(instant + clockIn(timeZone, instant).offsetMs);
}
