import { describe, expect, it } from 'vitest';
import { draftOf, withEnd, withoutSpan, withSplit } from '#/lib/client/corrections/correction-draft.ts';
import { readEdit } from '#/lib/client/corrections/correction-edit.ts';
import { rebased } from '#/lib/client/corrections/correction-rebase.ts';
import { HOUR_MS } from '#/lib/core/duration.ts';
import type { TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

const BEGIN = Date.parse('2026-11-17T08:00:00Z');
const at = (hours: number) => BEGIN + hours * HOUR_MS;
const span = (id: string, from: number, to: number) => ({
  id,
  started_at: new Date(at(from)).toISOString(),
  ended_at: new Date(at(to)).toISOString(),
  origin: 'live',
});
const timer = (version: number, spans: object[], what: object = {}) =>
  ({
    id: 'a',
    user_id: 'jonas',
    version,
    status: 'stopped',
    ticket: null,
    title: 'Lease',
    tags: [],
    spans,
    ...what,
  }) as unknown as TimerJson;
const BASE = timer(3, [span('one', 0, 3), span('two', 4, 9)]);
const MINE = draftOf(BASE);
const times = (draft: typeof MINE) =>
  draft.spans.map(({ from, to }) => [from, to].map((end) => ((end ?? 0) - BEGIN) / HOUR_MS));

describe('a draft rebased on another person’s changes', () => {
  it('keeps their times if only the title was edited', () => {
    const theirs = timer(4, [span('one', 1, 3)]);
    const draft = { ...MINE, subject: { ...MINE.subject, title: 'Renewal' } };
    expect(readEdit(rebased(draft, BASE, theirs), theirs)).toEqual({
      edit: { timer_id: 'a', version: 4, title: 'Renewal' },
    });
  });

  it('keeps their title if only times were edited', () => {
    const theirs = timer(4, [span('one', 0, 3), span('two', 4, 9)], { title: 'Vacuum', user_id: 'amara' });
    const after = rebased(withEnd(MINE, 'two', 'to', at(8)), BASE, theirs);
    expect(after.subject.title).toBe('Vacuum');
    expect(after.userId).toBe('amara');
    expect(times(after)).toEqual([
      [0, 3],
      [4, 8],
    ]);
  });

  it('merges ends of one span if each changed another one, and keeps its own end if both changed it', () => {
    const theirs = timer(4, [span('one', 0, 3), span('two', 5, 7)]);
    expect(times(rebased(withEnd(MINE, 'two', 'to', at(8)), BASE, theirs))).toEqual([
      [0, 3],
      [5, 8],
    ]);
  });

  it('keeps spans it has split, removed or added, and includes spans they have added', () => {
    const theirs = timer(4, [span('one', 0, 3), span('new', 3.5, 4), span('two', 4, 9)]);
    expect(times(rebased(withSplit(MINE, 'two', at(30)), BASE, theirs))).toEqual([
      [0, 3],
      [3.5, 4],
      [4, 6.5],
      [6.5, 9],
    ]);
    expect(times(rebased(withoutSpan(MINE, 'one'), BASE, theirs))).toEqual([
      [3.5, 4],
      [4, 9],
    ]);
    const without = timer(4, [span('one', 0, 3)]);
    expect(times(rebased(withEnd(MINE, 'two', 'to', at(8)), BASE, without))).toEqual([
      [0, 3],
      [4, 8],
    ]);
    expect(times(rebased(withoutSpan(MINE, 'one'), BASE, without))).toEqual([[0, 3]]);
  });

  it('has no state change if the state is already the wanted one', () => {
    const deleted = timer(4, BASE.spans, { status: 'discarded' });
    expect(rebased({ ...MINE, status: 'discarded' }, BASE, deleted).status).toBeNull();
    expect(rebased({ ...MINE, status: 'restored' }, deleted, timer(5, BASE.spans)).status).toBeNull();
    expect(rebased({ ...MINE, status: 'stopped' }, BASE, timer(4, BASE.spans)).status).toBeNull();
    expect(rebased({ ...MINE, status: 'stopped' }, BASE, timer(4, BASE.spans, { status: 'paused' })).status).toBe(
      'stopped',
    );
  });
});
