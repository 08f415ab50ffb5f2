import { readDuration } from '#/lib/client/alarms/alarm-when.ts';
import { countdownOf, intervalOf } from '#/lib/client/plans/draft-plan.ts';
import type { DraftPlan } from '#/lib/client/timers/timer-draft.ts';
import { LENGTH } from '#/lib/client/typed/typed-start.ts';
import { DAY_MS, MINUTE_MS } from '#/lib/core/duration.ts';

/** Words in a text that describe a plan: `[from, to)` of the text. */
export type TypedPlan = { from: number; to: number; plan: DraftPlan };

const MAX_ROUNDS = 100;
const MAX_MINUTES = 1_440;
const FOR = new RegExp(`(?<!\\S)for\\s+(${LENGTH}|\\d+\\s?s(?:ec(?:ond)?s?)?)(?!\\S)`, 'gi');
const ROUNDS = new RegExp(`(?<!\\S)(\\d{1,3})\\s?[x×]\\s?(${LENGTH}|\\d+)\\s?/\\s?(${LENGTH}|\\d+)(?!\\S)`, 'gi');

/**
 * `8x 10m/2m` works for 10 minutes and rests for 2, eight times, anywhere in the text; `for 25m` counts down, if it is
 * first or last: within a title it may mean anything. Yields every possible position in the text.
 */
export function* typedPlans(text: string): Generator<TypedPlan> {
  for (const match of text.matchAll(ROUNDS)) {
    const [whole, rounds = '', work = '', rest = ''] = match;
    const lengths = { rounds: Number(rounds), work_minutes: minutesOf(work), rest_minutes: minutesOf(rest) };
    const isPlan = lengths.rounds >= 1 && lengths.rounds <= MAX_ROUNDS;
    if (!isPlan || ![lengths.work_minutes, lengths.rest_minutes].every(isLength)) continue;
    yield { from: match.index, to: match.index + whole.length, plan: intervalOf(lengths) };
  }
  for (const match of text.matchAll(FOR)) {
    const [from, to] = [match.index, match.index + match[0].length];
    const isAtEdge = text.slice(0, from).trim() === '' || text.slice(to).trim() === '';
    const ms = readDuration(match[1] ?? '');
    if (isAtEdge && ms !== null && ms > 0 && ms <= DAY_MS) yield { from, to, plan: countdownOf(ms) };
  }
}

/** Whole minutes, as in plans; a number alone counts minutes. NaN for anything else. */
function minutesOf(text: string): number {
  const ms = /^\d+$/.test(text) ? Number(text) * MINUTE_MS : readDuration(text);
  return ms === null || ms % MINUTE_MS !== 0 ? Number.NaN : ms / MINUTE_MS;
}

function isLength(minutes: number): boolean {
  return minutes >= 1 && minutes <= MAX_MINUTES;
}
