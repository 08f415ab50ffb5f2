import {
  dayTitle,
  counted as formatCount,
  formatDuration,
  shortWeekday,
  zoneName,
} from '#/lib/client/time/format-time.ts';
import type { TimeStyle } from '#/lib/client/time/time-style.ts';
import { elapsedMs } from '#/lib/client/timers/elapsed.ts';
import { LONG_SPAN_MS } from '#/lib/tracking/corrections/correction.ts';
import type { EffectJson } from '#/lib/tracking/corrections/correction-schemas.ts';
import type { TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

/** The maximum of exports named in a sentence. */
const MAX_EXPORTS = 3;

/** Why a timer needs a review; null when it does not. */
export function formatReviewReason(timer: TimerJson, now: number): string | null {
  const isLong = timer.spans.some(
    ({ started_at: from, ended_at: to }) => (to ? Date.parse(to) : now) - Date.parse(from) > LONG_SPAN_MS,
  );
  if (isLong && timer.ended_at === null) return `Running for ${formatDuration(elapsedMs(timer, now))}`;
  if (timer.needs_review && timer.end_reason === 'capped') return 'Stopped by the cap';
  if (isLong) return `Longer than ${formatDuration(LONG_SPAN_MS)} in one span`;
  return timer.needs_review ? 'Needs review' : null;
}

/** `Tue 17 Nov`. */
export function shortDay(date: string, thisYear?: string): string {
  const [, day, month = '', year] = dayTitle(date, thisYear).split(' ');
  return [shortWeekday(date), day, month.slice(0, 3), year].filter(Boolean).join(' ');
}

/** `Berlin time (CET)`. */
export function formatZonePlace({ timeZone }: TimeStyle, instant: number): string {
  const place = timeZone.split('/').at(-1)?.replaceAll('_', ' ') ?? timeZone;
  const name = zoneName(instant, timeZone);
  return name === place ? `${place} time` : `${place} time (${name})`;
}

/** `− 16 h 6 min`, `+ 20 min`; null without a difference. */
export function formatDifference(beforeMs: number, afterMs: number): string | null {
  if (beforeMs === afterMs) return null;
  return `${afterMs > beforeMs ? '+' : '−'}\u00a0${formatDuration(Math.abs(afterMs - beforeMs))}`;
}

/** The effects of a correction on timers and sums, in sentences. */
export function effectSentences(effect: EffectJson, nameOf: (userId: string) => string): string[] {
  const people = new Set(effect.timers.flatMap(({ before, after }) => [before.user_id, after.user_id]));
  const of = (userId: string) => (people.size > 1 ? `${nameOf(userId)}, ` : '');
  const days = effect.days.map(
    ({ user_id, date, before_ms, after_ms }) =>
      `${of(user_id)}${shortDay(date)}: ${formatDuration(before_ms)} to ${formatDuration(after_ms)}.`,
  );
  const tickets = effect.tickets.map(
    ({ ticket, user_id, before_ms, after_ms }) =>
      `${of(user_id)}${ticket.key}: ${formatDuration(before_ms)} to ${formatDuration(after_ms)}.`,
  );
  return [...sumSentences(effect), ...stateSentences(effect), ...moveSentences(effect, nameOf), ...days, ...tickets];
}

/** Users who are notified of a correction: everyone whose time it was or will be, except the person who makes it. */
export function notifiedUsers({ timers }: EffectJson, meId: string): string[] {
  const owners = timers.flatMap(({ before, after }) => [before.user_id, after.user_id]);
  return [...new Set(owners)].filter((userId) => userId !== meId);
}

/** Whether it needs a reason: others' time and closed time do. */
export function needsReason(effect: EffectJson, meId: string): boolean {
  return effect.closed.length > 0 || notifiedUsers(effect, meId).length > 0;
}

/** One sentence for each person whose closed time it changes. */
export function closedSentences({ closed }: EffectJson, nameOf: (userId: string) => string): string[] {
  return closed.map(({ user_id, through, week_starts_on: week }) => {
    const why = week
      ? `the week of ${shortDay(week)} is submitted or approved`
      : `closed through ${shortDay(through ?? '')}`;
    return `Changes closed time of ${nameOf(user_id)}: ${why}.`;
  });
}

/** Sentences about exports that contain this time, because their files no longer match what is recorded. */
export function exportSentences(
  { exports, exports_count: count }: EffectJson,
  nameOf: (userId: string) => string,
): string[] {
  if (count === 0) return [];
  const named = exports.slice(0, MAX_EXPORTS).map(({ file_name, user_id }) => `${file_name} (${nameOf(user_id)})`);
  const more = count > named.length ? ` and ${count - named.length} more` : '';
  const what = count === 1 ? 'An export includes' : `${count} exports include`;
  return [
    `${what} this time: ${named.join(', ')}${more}. A file that is ready stays as it is; export again if needed.`,
  ];
}

function sumSentences({ timers }: EffectJson): string[] {
  const sum = timers.reduce((ms, { before, after }) => ms + counted(after) - counted(before), 0);
  if (sum === 0) return [];
  const many = timers.length > 1 ? `, of ${timers.length} timers` : '';
  return [`${sum < 0 ? 'Removes' : 'Adds'} ${formatDuration(Math.abs(sum))}${many}.`];
}

function stateSentences({ timers }: EffectJson): string[] {
  const isOpen = ({ status }: TimerJson) => status === 'running' || status === 'paused';
  const isGone = ({ status }: TimerJson) => status === 'discarded';
  const cases: [string, (one: EffectJson['timers'][number]) => boolean][] = [
    ['Stops', ({ before, after }) => isOpen(before) && !isOpen(after) && !isGone(after)],
    ['Starts again', ({ before, after }) => !isGone(before) && !isOpen(before) && isOpen(after)],
    ['Deletes', ({ before, after }) => !isGone(before) && isGone(after)],
    ['Restores', ({ before, after }) => isGone(before) && !isGone(after)],
  ];
  return cases.flatMap(([verb, isSo]) => {
    const count = timers.filter(isSo).length;
    if (count === 0) return [];
    return [`${verb} ${timers.length === 1 ? 'the timer' : formatCount(count, 'timer')}.`];
  });
}

function moveSentences({ timers }: EffectJson, nameOf: (userId: string) => string): string[] {
  const moved = timers.filter(({ before, after }) => before.user_id !== after.user_id);
  const receivers = [...new Set(moved.map(({ after }) => after.user_id))];
  return receivers.map((userId) => `Goes to ${nameOf(userId)}.`);
}

function counted(timer: TimerJson): number {
  return timer.status === 'discarded' ? 0 : timer.elapsed_ms;
}
