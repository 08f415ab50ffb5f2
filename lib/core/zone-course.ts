import { DAY_MS, SECOND_MS } from '#/lib/core/duration.ts';
import { type ZoneClock, zoneClock } from '#/lib/core/zone-clock.ts';

/** The clock from `from` on, epoch milliseconds. */
export type ZoneSpan = ZoneClock & { from: number };
/** A zone's clock over a period: from the first span's beginning until `until`, exclusive. */
export type ZoneCourse = { timeZone: string; spans: ZoneSpan[]; until: number };

/** Covers what people usually view, and one more clock change. */
const REACH_DAYS = 400;
/** Temporary clock changes (Morocco's for Ramadan) last about a month. */
const STEP_DAYS = 7;

const courses = new Map<string, ZoneCourse>();

/**
 * The zone's clock from more than a year before to more than a year after an instant (epoch milliseconds). Computed
 * once a day per zone.
 */
export function zoneCourse(timeZone: string, around: number): ZoneCourse {
  const day = Math.floor(around / DAY_MS);
  const until = (day + REACH_DAYS) * DAY_MS;
  const known = courses.get(timeZone);
  if (known?.until === until) return known;
  const spans = [spanFrom(timeZone, (day - REACH_DAYS) * DAY_MS)];
  for (let at = day - REACH_DAYS + STEP_DAYS; at <= day + REACH_DAYS; at += STEP_DAYS) {
    const last = spans.at(-1);
    if (last && !isSame(last, zoneClock(timeZone, at * DAY_MS))) spans.push(changeIn(timeZone, last, at * DAY_MS));
  }
  const course = { timeZone, spans, until };
  courses.set(timeZone, course);
  return course;
}

/** The first span after `last`, which has ended by `to`: to the second, as zones are. */
function changeIn(timeZone: string, last: ZoneSpan, to: number): ZoneSpan {
  let [before, after] = [Math.max(last.from, to - STEP_DAYS * DAY_MS), to];
  while (after - before > SECOND_MS) {
    const middle = Math.floor((before + after) / 2 / SECOND_MS) * SECOND_MS;
    if (isSame(last, zoneClock(timeZone, middle))) before = middle;
    else after = middle;
  }
  return spanFrom(timeZone, after);
}

function spanFrom(timeZone: string, from: number): ZoneSpan {
  return { from, ...zoneClock(timeZone, from) };
}

function isSame(left: ZoneClock, right: ZoneClock): boolean {
  return left.offsetMs === right.offsetMs && left.name === right.name;
}
