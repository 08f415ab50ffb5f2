import { instantIn } from '#/lib/client/alarms/alarm-when.ts';
import { formatDuration, formatRange } from '#/lib/client/time/format-time.ts';
import type { TimeStyle } from '#/lib/client/time/time-style.ts';
import type { Cell, SheetDay } from '#/lib/client/timesheet/timesheet.ts';
import { freeStretches, lengthOf, placeFor, type Stretch } from '#/lib/client/timesheet/timesheet-place.ts';
import { HOUR_MS, MINUTE_MS } from '#/lib/core/duration.ts';
import type { TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

/** The effect of a duration typed into a cell. */
export type Plan =
  | { kind: 'nothing' }
  | { kind: 'rejected'; reason: string }
  | { kind: 'add'; ms: number; spans: Stretch[] }
  | { kind: 'shorten'; ms: number; taken: Stretch[]; changes: Change[] };
/** A timer with its remaining spans; without any it is deleted. */
export type Change = { timer: TimerJson; spans: KeptSpan[] };
export type KeptSpan = { started_at: string; ended_at: string | null };

/** A cell and everything known around it. */
export type PlanScene = {
  cell: Cell;
  day: SheetDay;
  /** Occupied time on that day, in any row. */
  busy: readonly Stretch[];
  now: number;
  style: TimeStyle;
  /** The preferred start of the time; by default after the time of the cell or the day. */
  preferredStart?: number | undefined;
};

/** Work on an empty day is placed here, in local time. */
const FIRST_HOUR = 9;

/** How to set the cell to `ms`. Durations are compared as displayed, to the minute. */
export function planCell(ms: number, scene: PlanScene): Plan {
  const { cell } = scene;
  const rejection = cellError(cell, scene.day, scene.now);
  if (rejection) return { kind: 'rejected', reason: rejection };
  if (Math.floor(ms / MINUTE_MS) === Math.floor(cell.ms / MINUTE_MS) && (ms > 0 || cell.ms === 0)) {
    return { kind: 'nothing' };
  }
  return ms > cell.ms ? planMore(ms - cell.ms, scene) : planLess(cell.ms - ms, cell);
}

/** Why the cell can't be edited now; null when it can. */
export function cellError(cell: Cell, day: SheetDay, now: number): string | null {
  if (cell.pieces.some(({ isOpen }) => isOpen))
    return 'This timer is running. Stop or pause it, then change its duration.';
  return day.from >= now ? 'This day is in the future. You can add time once it starts.' : null;
}

/** The plan in a sentence. */
export function formatTimesheetPlan(plan: Plan, style: TimeStyle): string {
  if (plan.kind === 'nothing') return 'Nothing changes.';
  if (plan.kind === 'rejected') return plan.reason;
  const where = (stretches: readonly Stretch[]) =>
    stretches.map(({ from, to }) => formatRange(from, to, style)).join(', ');
  if (plan.kind === 'add') return `Adds ${formatDuration(plan.ms)}: ${where(plan.spans)}.`;
  const deleted = plan.changes.filter(({ spans }) => spans.length === 0).length;
  const goes = deleted > 0 ? ` ${deleted === 1 ? 'One entry is' : `${deleted} entries are`} deleted.` : '';
  return `Removes ${formatDuration(plan.ms)}: ${where(plan.taken)}.${goes}`;
}

function planMore(ms: number, { cell, day, busy, now, style, preferredStart }: PlanScene): Plan {
  const within = { from: day.from, to: Math.min(day.to, now) };
  const free = freeStretches(within, busy);
  const last = cell.pieces.at(-1) ?? lastOf(busy.filter(({ from, to }) => from < day.to && to > day.from));
  const spans = placeFor(ms, free, preferredStart ?? last?.to ?? firstHour(day, style));
  if (spans) return { kind: 'add', ms, spans };
  const room = lengthOf(free);
  const left = room < MINUTE_MS ? 'Nothing is' : `Only ${formatDuration(room)} ${room < 2 * MINUTE_MS ? 'is' : 'are'}`;
  return { kind: 'rejected', reason: `${left} free on that day${day.to > now ? ' until now' : ''}.` };
}

/** The last time of the cell is removed first. */
function planLess(ms: number, cell: Cell): Plan {
  const taken: Stretch[] = [];
  let left = ms;
  for (const { from, to } of cell.pieces.toReversed()) {
    if (left <= 0) break;
    const part = Math.min(left, to - from);
    if (part > 0) taken.unshift({ from: to - part, to });
    left -= part;
  }
  const timers = new Set(cell.pieces.map(({ timer }) => timer));
  const changes = [...timers]
    .filter((timer) => timer.spans.some((span) => taken.some((stretch) => isIn(stretch, span))))
    .map((timer) => ({ timer, spans: timer.spans.flatMap((span) => keptOf(span, taken)) }));
  return { kind: 'shorten', ms, taken, changes };
}

function keptOf(span: KeptSpan, taken: readonly Stretch[]): KeptSpan[] {
  // A cell with running time can't be edited, so running time is never removed.
  if (span.ended_at === null) return [{ started_at: span.started_at, ended_at: null }];
  const whole = { from: Date.parse(span.started_at), to: Date.parse(span.ended_at) };
  return freeStretches(whole, taken).map(({ from, to }) => ({
    started_at: new Date(from).toISOString(),
    ended_at: new Date(to).toISOString(),
  }));
}

function isIn({ from, to }: Stretch, span: KeptSpan): boolean {
  return span.ended_at !== null && from >= Date.parse(span.started_at) && to <= Date.parse(span.ended_at);
}

function lastOf(stretches: readonly Stretch[]): Stretch | undefined {
  return stretches.reduce<Stretch | undefined>((last, one) => (last && last.to >= one.to ? last : one), undefined);
}

/** Nine o'clock on that day, or its beginning if days begin later or the clocks skip that hour. */
export function firstHour(day: SheetDay, { timeZone, dayStartHour }: TimeStyle): number {
  if (dayStartHour > FIRST_HOUR) return day.from;
  return instantIn(timeZone, day.date, FIRST_HOUR * HOUR_MS) ?? day.from;
}
