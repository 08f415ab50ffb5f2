import { instantIn, readClock, readLength } from '#/lib/client/alarms/alarm-when.ts';
import { addDays, dateIn } from '#/lib/client/calendar/calendar.ts';
import { type Reading, styleOf } from '#/lib/client/time/time-style.ts';
import { DAY_MS, HOUR_MS } from '#/lib/core/duration.ts';

/** Words in a text that say when it began: `[from, to)` of the text, and the instant. */
export type TypedStart = { from: number; to: number; startedAt: number };

/** As the API takes it. */
const BACK_MS = DAY_MS;
/** A time of day that is still to come means yesterday's only if that is not longer ago. */
const LAST_NIGHT_MS = 12 * HOUR_MS;

/** A length as it is typed: `1h30`, `90m`, `1.5h`, `1,5h`, `1:20`; `1h 30` where nothing else can be meant. */
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
 * `90m ago`, `since 9:30`, `at 2 pm`; `1h30` alone says how long it has been going on, where it stands first or last:
 * within a title it may be about anything. Yields every place in the text that can be meant, the plainest first.
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
  const ms = readLength(length);
  if (ms === null || ms <= 0 || ms > BACK_MS) return;
  yield { from: match.index, to: match.index + match[0].length, startedAt: now - ms };
}

/** The last time that a clock showed this, today or in the night before. Without am or pm a clock of 12 hours shows it twice a day. */
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
