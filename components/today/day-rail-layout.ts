import type { WorkingHours } from '#/lib/accounts/users/user.ts';
import { hourIn } from '#/lib/client/calendar/calendar.ts';
import type { DayEntries, EntrySpan } from '#/lib/client/entries/day-entries.ts';
import { hourOfDay } from '#/lib/client/time/format-time.ts';
import { type Reading, styleOf } from '#/lib/client/time/time-style.ts';
import { HOUR_MS } from '#/lib/core/duration.ts';

/** Positions are shares of the rail's width, 0 to 1. */
export type RailTick = { at: number; place: number; label: string; isWide: boolean; isNarrow: boolean };
export type RailSpan = {
  id: string;
  timerId: string;
  name: string;
  from: number;
  to: number;
  place: number;
  width: number;
  isLive: boolean;
  origin: EntrySpan['origin'];
};
export type RailGap = { id: string; place: number; width: number };
export type RailLayout = { ticks: RailTick[]; spans: RailSpan[]; gaps: RailGap[]; nowPlace: number | null };

/** Hours that are always on the rail without configured working hours; now is on it too, at any hour of the day. */
const WORK = { from: '08:00', to: '18:00' };
const LABEL_STEPS = [1, 2, 3, 4, 6, 12];
const WIDE_LABELS = 12;
const NARROW_LABELS = 5;

/**
 * The spans of a day on a line of the working hours, widened to the full hours that contain every span, and now. Hours
 * are counted from the first instant of the day, so that days of 23 and 25 hours have as many; their labels are those
 * of the zone.
 */
export function layOutDay(
  { day, entries }: DayEntries,
  reading: Reading,
  serverNow: number,
  workingHours: WorkingHours | null,
): RailLayout {
  const hours = hoursOf(Date.parse(day.starts_at), Date.parse(day.ends_at));
  const spans = entries.flatMap((entry) => entry.spans.map((span) => ({ entry, span })));
  const isWithin = serverNow >= Date.parse(day.starts_at) && serverNow < Date.parse(day.ends_at);
  const shown = [...spans.map(({ span }) => span), ...(isWithin ? [{ from: serverNow, to: serverNow }] : [])];
  const extent = extentOf(hours, styleOf(reading).timeZone, shown, workingHours ?? WORK);
  const place = (instant: number) => (instant - extent.from) / (extent.to - extent.from);
  return {
    ticks: ticksOf(hours, extent, reading, place),
    spans: spans
      .map(({ entry, span }) => ({
        id: `${entry.timer.id}-${span.id}`,
        timerId: entry.timer.id,
        name: entry.timer.ticket?.key ?? entry.timer.title,
        from: span.from,
        to: span.to,
        isLive: span.isLive,
        origin: span.origin,
        place: place(span.from),
        width: place(span.to) - place(span.from),
      }))
      .sort((left, right) => left.from - right.from),
    gaps: entries.flatMap((entry) =>
      entry.spans.slice(1).map((span, index) => {
        const before = entry.spans[index]?.to ?? span.from;
        return { id: `${entry.timer.id}-${span.id}`, place: place(before), width: place(span.from) - place(before) };
      }),
    ),
    nowPlace: isWithin ? place(serverNow) : null,
  };
}

/** A share of the rail in CSS format. */
export function percent(share: number): string {
  return `${(share * 100).toFixed(3)}%`;
}

/** Each full hour since the day began, and its end. */
function hoursOf(from: number, to: number): number[] {
  const count = Math.ceil((to - from) / HOUR_MS);
  return [...Array.from({ length: count }, (_, index) => from + index * HOUR_MS), to];
}

function extentOf(
  hours: number[],
  timeZone: string,
  spans: { from: number; to: number }[],
  { from, to }: Pick<WorkingHours, 'from' | 'to'>,
) {
  const last = hours.at(-1) ?? 0;
  const first = hours[0] ?? 0;
  const isWork = (instant: number) => {
    const hour = String(hourIn(timeZone, instant)).padStart(2, '0');
    return `${hour}:59` >= from && `${hour}:00` < to;
  };
  // Days may begin at any hour, also within these.
  const inDay = hours.slice(0, -1);
  const begin = inDay.findIndex(isWork);
  const end = inDay.findIndex((hour, index) => index > begin && !isWork(hour));
  const earliest = Math.min(inDay[begin] ?? first, ...spans.map((span) => span.from));
  const latest = Math.max(inDay[end] ?? last, ...spans.map((span) => span.to));
  return {
    from: hours.findLast((hour) => hour <= earliest) ?? first,
    to: hours.find((hour) => hour >= latest) ?? last,
  };
}

function ticksOf(
  hours: number[],
  extent: { from: number; to: number },
  reading: Reading,
  place: (instant: number) => number,
): RailTick[] {
  const shown = hours.filter((hour) => hour >= extent.from && hour <= extent.to);
  const steps = shown.length - 1;
  const stepFor = (labels: number) => LABEL_STEPS.find((step) => steps / step <= labels) ?? steps;
  const [wide, narrow] = [stepFor(WIDE_LABELS), stepFor(NARROW_LABELS)];
  return shown.map((hour, index) => ({
    at: hour,
    place: place(hour),
    label: hourOfDay(hour, reading),
    isWide: isLabelled(index, steps, wide),
    isNarrow: isLabelled(index, steps, narrow),
  }));
}

/** Every `step`, and always the last; the one before it is dropped when there is no room for both. */
function isLabelled(index: number, last: number, step: number): boolean {
  if (index === last) return true;
  return index % step === 0 && last - index >= step * 0.6;
}
