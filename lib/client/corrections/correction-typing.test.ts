import { expect, it } from 'vitest';
import { draftOf, withAdded, withEnd, withoutSpan } from '#/lib/client/corrections/correction-draft.ts';
import {
  isUnread,
  type Place,
  ruleOf,
  spanProblem,
  withoutTyped,
  withSettled,
  withTyped,
} from '#/lib/client/corrections/correction-typing.ts';
import type { TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

const STYLE = { timeZone: 'UTC', hourCycle: 'h23' as const, dayStartHour: 0 };
const NOW = Date.parse('2026-11-18T12:00:00Z');
const at = (time: string) => Date.parse(`2026-11-17T${time}Z`);
const spans = [
  { id: 'one', started_at: '2026-11-17T08:02:11.250Z', ended_at: '2026-11-17T10:00:00Z', origin: 'live' },
  { id: 'two', started_at: '2026-11-17T11:00:00Z', ended_at: null, origin: 'live' },
];
const DRAFT = draftOf({ id: 'a', status: 'running', title: '', tags: [], spans } as unknown as TimerJson);
function typed(draft: typeof DRAFT, place: Place, text: string, mayRun = false) {
  const span = draft.spans.find(({ key }) => key === place.key);
  if (!span) throw new Error('no such span');
  return withTyped(draft, place, { text, rule: ruleOf(draft, span, place.end, STYLE), mayRun });
}
const END = { key: 'one', end: 'to' } as const;

it('readable text sets the instant at once, to the millisecond if it is the recorded one', () => {
  expect(typed(DRAFT, END, '09:30').spans[0]?.to).toBe(at('09:30:00'));
  expect(typed(DRAFT, { key: 'one', end: 'from' }, '08:02:11').spans[0]?.from).toBe(at('08:02:11.250'));
});

it('unreadable text prevents saving as long as it is there, and keeps the instant', () => {
  const unread = typed(DRAFT, END, '25:99');
  expect(unread.spans[0]).toMatchObject({ to: at('10:00:00'), typed: { to: { text: '25:99' } } });
  expect(isUnread(unread)).toBe(true);
  expect(isUnread(withSettled(unread, END))).toBe(true);
  expect(isUnread(typed(unread, END, '09:30'))).toBe(false);
  expect(isUnread(withoutSpan(unread, 'one'))).toBe(false);
  expect(isUnread(withEnd(unread, 'one', 'to', at('09:00:00')))).toBe(false);
  expect(isUnread({ ...unread, status: 'discarded' })).toBe(false);
  expect(isUnread(withoutTyped(unread))).toBe(false);
});

it('the end of a running span can be emptied again, also of one that was split off', () => {
  const ended = typed(DRAFT, { key: 'two', end: 'to' }, '12:00', true);
  expect(ended.spans[1]?.to).toBe(at('12:00:00'));
  expect(typed(ended, { key: 'two', end: 'to' }, '', true).spans[1]?.to).toBeNull();
  expect(isUnread(typed(ended, { key: 'two', end: 'to' }, ''))).toBe(true);
});

it('a new span moves to its typed time, with its length, and is sorted by time', () => {
  const ended = withEnd(DRAFT, 'two', 'to', at('12:00:00'));
  const added = withAdded(ended, NOW);
  const key = added.spans.at(-1)?.key ?? '';
  const early = withSettled(typed(added, { key, end: 'from' }, '10:15'), { key, end: 'from' });
  expect(early.spans.map((span) => span.key)).toEqual(['one', key, 'two']);
  const moved = typed(early, { key, end: 'to' }, '10:30');
  expect(spanProblem(moved, NOW)).toBeNull();
  expect(typed(moved, { key, end: 'from' }, '12:30').spans[1]).toMatchObject({ to: at('12:45:00') });
});

it.each(['14:00', '2pm', '15'])('a new span keeps its length when %s is typed key by key', (text) => {
  const added = withAdded(withEnd(DRAFT, 'two', 'to', at('12:00:00')), NOW);
  const key = added.spans.at(-1)?.key ?? '';
  const place = { key, end: 'from' } as const;
  const lengthOf = (draft: typeof DRAFT) => {
    const span = draft.spans.find((one) => one.key === key);
    return (span?.to ?? 0) - (span?.from ?? 0);
  };
  let draft = added;
  for (let keys = 1; keys <= text.length; keys += 1) draft = typed(draft, place, text.slice(0, keys));
  expect(lengthOf(draft)).toBe(lengthOf(added));
  expect(isUnread(draft)).toBe(false);
});
