import { describe, expect, it } from 'vitest';
import {
  draftOf,
  endBounds,
  isOverIn,
  lengthOf,
  startBounds,
  withAdded,
  withEnd,
  withMerge,
  withMoved,
  withoutSpan,
  withSplit,
} from '#/lib/client/corrections/correction-draft.ts';
import { readEdit } from '#/lib/client/corrections/correction-edit.ts';
import { railScale, without } from '#/lib/client/corrections/correction-rail.ts';
import { spanProblem } from '#/lib/client/corrections/correction-typing.ts';
import { HOUR_MS } from '#/lib/core/duration.ts';
import type { TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';
import { spanJson } from '#/test/timer-json.ts';

const BEGIN = Date.parse('2026-11-17T08:02:11.250Z');
const NOW = BEGIN + 30 * HOUR_MS;
const at = (hours: number) => BEGIN + hours * HOUR_MS;
const iso = (hours: number) => new Date(at(hours)).toISOString();
const span = (id: string, from: number, to: number | null) => spanJson(iso(from), to === null ? null : iso(to), id);
const TIMER = {
  id: 'a',
  user_id: 'jonas',
  version: 3,
  status: 'completed',
  ticket: null,
  title: 'Lease renewal',
  tags: ['ops'],
  spans: [span('one', 0, 3), span('two', 4, 24)],
} as unknown as TimerJson;
const DRAFT = draftOf(TIMER);
const edited = (draft: typeof DRAFT, timer = TIMER) => {
  const result = readEdit(draft, timer);
  return 'edit' in result ? result.edit : result;
};

describe('a draft', () => {
  it('sends nothing without differences', () => {
    expect(edited(DRAFT)).toBeNull();
    expect(edited(withEnd(withEnd(DRAFT, 'two', 'to', at(9)), 'two', 'to', at(24)))).toBeNull();
  });

  it('sends untouched ends to the millisecond', () => {
    expect(edited(withEnd(DRAFT, 'two', 'to', at(9)))).toEqual({
      timer_id: 'a',
      version: 3,
      spans: [
        { started_at: iso(0), ended_at: iso(3) },
        { started_at: iso(4), ended_at: iso(9) },
      ],
    });
  });

  it('sends another ticket, title, tags, owner and state, each separately', () => {
    const subject = { ...DRAFT.subject, ticket: 'OPS-77' };
    expect(edited({ ...DRAFT, subject })).toEqual({ timer_id: 'a', version: 3, ticket_key: 'OPS-77' });
    expect(edited({ ...DRAFT, userId: 'amara' })).toEqual({ timer_id: 'a', version: 3, user_id: 'amara' });
    expect(edited({ ...DRAFT, status: 'discarded' })).toMatchObject({ status: 'discarded' });
    expect(edited({ ...DRAFT, subject: { ...DRAFT.subject, ticket: 'two words' } })).toMatchObject({
      problem: { field: 'ticket' },
    });
  });

  it('stops a running timer whose last span gets an end', () => {
    const running = { ...TIMER, status: 'running', spans: [span('one', 0, null)] } as TimerJson;
    const draft = draftOf(running);
    expect(edited(draft, running)).toBeNull();
    expect(edited(withEnd(draft, 'one', 'to', at(2)), running)).toMatchObject({
      status: 'stopped',
      spans: [{ started_at: iso(0), ended_at: iso(2) }],
    });
  });

  it('is split in the middle, joined again, added to, and keeps its last span', () => {
    const cut = withSplit(DRAFT, 'two', NOW);
    expect(cut.spans).toHaveLength(3);
    expect(lengthOf(cut.spans, NOW)).toBe(lengthOf(DRAFT.spans, NOW));
    expect(cut.spans[1]?.to).toBe(cut.spans[2]?.from);
    expect(edited(withMerge(cut, 'two'))).toBeNull();
    expect(lengthOf(withMerge(DRAFT, 'one').spans, NOW)).toBe(24 * HOUR_MS);
    expect(withAdded(DRAFT, NOW).spans.at(-1)).toMatchObject({ from: at(24), to: at(24.25), was: null });
    expect(withAdded(DRAFT, at(24)).spans[0]).toMatchObject({ from: at(-0.25), to: at(0) });
    expect(withoutSpan(withoutSpan(DRAFT, 'one'), 'two').spans).toHaveLength(1);
  });

  it('lets an end move up to the neighboring span', () => {
    expect(endBounds(DRAFT.spans, 'one', 'to', NOW)).toEqual([at(0) + 60_000, at(4)]);
    expect(endBounds(DRAFT.spans, 'two', 'to', NOW)).toEqual([at(4) + 60_000, NOW]);
    expect(endBounds(DRAFT.spans, 'two', 'from', NOW)).toEqual([at(3), at(24) - 60_000]);
  });

  it.each([
    ['one', 'to', 5, { key: 'two', end: 'from', problem: expect.stringContaining('Overlaps') }],
    ['two', 'to', 4, { key: 'two', end: 'to', problem: expect.stringContaining('after the start') }],
    ['two', 'to', 30.5, { key: 'two', end: 'to', problem: expect.stringContaining('future') }],
    ['two', 'to', 9, null],
  ] as const)('%s %s at %s h has an error message', (key, end, hours, problem) => {
    expect(spanProblem(withEnd(DRAFT, key, end, at(hours)), NOW)).toEqual(problem);
  });

  it('a time in the current minute is not in the future', () => {
    expect(spanProblem(withEnd(DRAFT, 'two', 'to', NOW + 59_000), NOW)).toBeNull();
  });

  it('a recorded span that is empty, or overlaps another, blocks nothing else', () => {
    const odd = draftOf({ ...TIMER, spans: [span('one', 0, 3), span('none', 2, 2), span('two', 4, 24)] } as TimerJson);
    expect(spanProblem(odd, NOW)).toBeNull();
    expect(spanProblem(withEnd(odd, 'two', 'to', at(9)), NOW)).toBeNull();
    expect(spanProblem(withEnd(odd, 'one', 'to', at(2.5)), NOW)).toMatchObject({ key: 'none' });
  });

  it('is not sent with other times when the timer is to be deleted', () => {
    const draft = { ...withEnd(DRAFT, 'two', 'to', at(3)), status: 'discarded' as const };
    expect(spanProblem(draft, NOW)).toBeNull();
    expect(edited({ ...draft, subject: { ...draft.subject, ticket: 'two words' } })).toEqual({
      timer_id: 'a',
      version: 3,
      status: 'discarded',
    });
  });

  it('moves a span as a whole, between its neighbors', () => {
    expect(withMoved(DRAFT, 'one', at(0.5)).spans[0]).toMatchObject({ from: at(0.5), to: at(3.5) });
    expect(startBounds(DRAFT.spans, 'one', NOW)).toEqual([-Infinity, at(1)]);
    expect(startBounds(DRAFT.spans, 'two', NOW)).toEqual([at(3), at(10)]);
  });

  it.each([
    ['stopped', null, 24, true],
    ['paused', null, 24, false],
    ['paused', 'stopped', 24, true],
    ['running', null, null, false],
    ['running', null, 24, true],
    ['discarded', 'restored', 24, false],
  ] as const)('of a timer that is %s, and is to be %s, is over or not', (status, wanted, hours, isOver) => {
    const draft = withEnd({ ...DRAFT, status: wanted }, 'two', 'to', hours && at(hours));
    expect(isOverIn(draft, { status })).toBe(isOver);
  });
});

describe('the timeline', () => {
  const style = (timeZone: string) => ({ timeZone, hourCycle: 'h23' as const, dayStartHour: 0 });

  it('has full hours of the zone and at most a dozen labels', () => {
    const scale = railScale([{ from: at(0), to: at(24) }], style('Europe/Berlin'), NOW);
    expect(scale.ticks.map(({ label }) => label).slice(0, 3)).toEqual(['08:00', '11:00', '14:00']);
    const nepal = railScale([{ from: at(0), to: at(1) }], style('Asia/Kathmandu'), NOW);
    expect(nepal.ticks[0]?.label).toBe('12:00');
    expect(railScale([{ from: at(0), to: at(24 * 30) }], style('UTC'), NOW).ticks.length).toBeLessThanOrEqual(13);
  });

  it('leaves room to extend spans, but none in future hours', () => {
    const scale = railScale([{ from: at(0), to: at(24) }], style('UTC'), NOW);
    expect(scale.from).toBeLessThanOrEqual(at(-1));
    expect(scale.to).toBeGreaterThanOrEqual(at(25));
    expect(railScale([{ from: at(0), to: NOW }], style('UTC'), NOW).to).toBeLessThan(NOW + HOUR_MS);
  });

  it('shows removed and new time', () => {
    const was = [{ from: 0, to: 10 }];
    expect(without(was, [{ from: 2, to: 4 }])).toEqual([
      { from: 0, to: 2 },
      { from: 4, to: 10 },
    ]);
    expect(without(was, [{ from: -5, to: 20 }])).toEqual([]);
    expect(without(was, [])).toEqual(was);
  });
});
