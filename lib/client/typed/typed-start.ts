import { instantIn, readClock, readDuration } from '#/lib/client/alarms/alarm-when.ts';
import { addDays, dateIn } from '#/lib/client/calendar/calendar.ts';
import { type Reading, styleOf } from '#/lib/client/time/time-style.ts';
import { DAY_MS, HOUR_MS } from '#/lib/core/duration.ts';

/** Words in a text that give its start: `[from, to)` of the text, and the instant. */
export type TypedStart = { from: number; to: number; startedAt: number };

/** The API's limit. */
const BACK_MS = DAY_MS;
/** A time of day that is still to come means yesterday's only if that is not longer ago. */
const LAST_NIGHT_MS = 12 * HOUR_MS;

/** A typed duration: `1h30`, `90m`, `1.5h`, `1,5h`, `1:20`; `1h 30` if it is unambiguous. */
export const LENGTH =
  '(?:\\d:[0-5]\\d|\\d+(?:[.,]\\d+)?\\s?h(?:(?:ou)?rs?)?(?:\\s?\\d{1,2}\\s?m(?:in(?:ute)?s?)?|\\d{1,2}|\\s\\d{1,2}(?=\\s*$|\\s+ago(?!\\S)))?|\\d+\\s?m(?:in(?:ute)?s?)?)';
const AGO = new RegExp(`(?<!\\S)(${LENGTH})\\s+ago(?!\\S)`, 'gi');
const SINCE = /(?<!\S)(?:since|at)\s+(\d{1,2}:\d{2}(?:\s?[ap]m?)?|\d{1,2}\s?[ap]m)(?!\S)/gi;
const FIRST_OR_LAST = new RegExp(
  `(?<=^\\s*)${LENGTH}(?!\\S)|(?<!\\S)(?<!(?<!\\S)(?:since|at|for)\\s+)${LENGTH}(?=\\s*$)`,
  'gi',
);
const HALF_OF_DAY = /[ap]m?$/i;

/**
 * `90m ago`, `since 9:30`, `at 2 pm`; `1h30` alone is how long it has been running, if it is first or last: within a
 * title it may mean anything. Yields every possible position in the text, the clearest first.
 */
export function* typedStarts(text: string, now: number, reading: Reading): Generator<TypedStart> {
  for (const match of text.matchAll(AGO)) yield* ago(match, match[1] ?? '', now);
  for (const match of text.matchAll(SINCE)) {
    const startedAt = latest(match[1] ?? '', now, reading);
    if (startedAt !== null) yield { from: match.index, to: match.index + match[0].length, startedAt };
  }
  for (const match of text.matchAll(FIRST_OR_LAST)) yield* ago(match, match[0], now);
}

function* ago(match: RegExpExecArray, length: string, now: number): Generator<TypedStart> {
  const ms = readDuration(length);
  if (ms === null || ms <= 0 || ms > BACK_MS) return;
  yield { from: match.index, to: match.index + match[0].length, startedAt: now - ms };
}

/**
 * The last instant with this local time, today or in the night before. Without am or pm a 12-hour clock has it twice a
 * day.
 */
function latest(clock: string, now: number, reading: Reading): number | null {
  const { timeZone, hourCycle } = styleOf(reading);
  const time = readClock(clock);
  if (time === null) return null;
  const isEither = hourCycle === 'h12' && !HALF_OF_DAY.test(clock) && time >= HOUR_MS && time < 13 * HOUR_MS;
  const times = isEither ? [time % (12 * HOUR_MS), (time % (12 * HOUR_MS)) + 12 * HOUR_MS] : [time];
  const today = dateIn(timeZone, now);
  const instants = [
    ...times.map((one) => instantIn(timeZone, today, one)),
    ...times.map((one) => instantIn(timeZone, addDays(today, -1), one)).filter((at) => at && now - at <= LAST_NIGHT_MS),
  ].filter((at): at is number => at !== null && at <= now);
  return instants.length > 0 ? Math.max(...instants) : null;
}
