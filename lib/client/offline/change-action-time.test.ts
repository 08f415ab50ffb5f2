import { describe, expect, it } from 'vitest';
import { canChangeTime, firstTime, withTime } from '#/lib/client/offline/change-action-time.ts';
import type { UnconfirmedAction } from '#/lib/client/offline/offline-queue.ts';
import { spanJson, timerJson } from '#/test/timer-json.ts';

const at = (clock: string) => `2026-11-19T${clock}:00.000Z`;
const ms = (clock: string) => Date.parse(at(clock));
const unconfirmed = (change: Partial<UnconfirmedAction>): UnconfirmedAction => ({
  key: 'key',
  kind: 'stop',
  target: { id: 'shown', version: 1 },
  running: null,
  body: {},
  name: 'API-412',
  wallAt: ms('10:01'),
  serverAt: ms('10:00'),
  why: 'Because.',
  proposal: null,
  current: null,
  ...change,
});
const span = (from: string, to: string | null) => spanJson(at(from), to && at(to), from);
const WENT_ON = timerJson({ id: 'real', version: 4, spans: [span('09:00', '10:05'), span('10:10', null)] });

describe('another time for an action that was not applied', () => {
  it('is offered if it helps', () => {
    const offered = (change: Partial<UnconfirmedAction>) => canChangeTime(unconfirmed(change));
    expect(offered({ kind: 'start' })).toBe(true);
    expect(offered({ kind: 'resume', isUntried: true })).toBe(true);
    expect(offered({ kind: 'stop', current: WENT_ON })).toBe(true);
    expect(offered({ kind: 'resume', current: WENT_ON })).toBe(false);
    expect(offered({ kind: 'stop', current: timerJson({ status: 'discarded' }) })).toBe(false);
  });

  it('changes both timestamps of its instant, and is another request', () => {
    const changed = withTime(unconfirmed({ isUntried: true }), { started_at: at('09:30'), ended_at: null });
    expect(changed).toMatchObject({ serverAt: ms('09:30'), wallAt: ms('09:31'), newTime: String(ms('09:30')) });
  });

  it('replaces the start time that a start had itself', () => {
    const body = { title: 'Stand-up', started_at: at('09:00'), on_conflict: 'switch' };
    const changed = withTime(unconfirmed({ kind: 'start', body }), { started_at: at('09:30'), ended_at: null });
    expect(changed.body).toEqual({ title: 'Stand-up', on_conflict: 'switch' });
    expect(changed.serverAt).toBe(ms('09:30'));
  });

  it('is the time to add, from and to', () => {
    const proposal = { kind: 'add' as const, started_at: at('09:00'), ended_at: at('10:00') };
    const action = unconfirmed({ kind: 'start', proposal });
    expect(firstTime(action)).toEqual({ from: ms('09:00'), to: ms('10:00') });
    const changed = withTime(action, { started_at: at('09:10'), ended_at: at('09:50') });
    expect(changed.proposal).toEqual({ kind: 'add', started_at: at('09:10'), ended_at: at('09:50') });
  });

  it('ends what was recorded there, earlier or later', () => {
    const spans = [
      { started_at: at('08:00'), ended_at: at('08:30') },
      { started_at: at('09:00'), ended_at: at('10:00') },
    ];
    const action = unconfirmed({ proposal: { kind: 'correct', timer_id: 'real', version: 2, spans } });
    const ends = (clock: string) => {
      const { proposal } = withTime(action, { started_at: at(clock), ended_at: null });
      return proposal?.kind === 'correct' && proposal.spans.map(({ ended_at }) => ended_at);
    };
    expect(ends('10:20')).toEqual([at('08:30'), at('10:20')]);
    expect(ends('08:20')).toEqual([at('08:20')]);
  });

  it('begins after what was recorded since, on the current timer', () => {
    const action = unconfirmed({ current: WENT_ON });
    expect(firstTime(action)).toEqual({ from: ms('10:10'), to: null });
    expect(withTime(action, { started_at: at('10:12'), ended_at: null }).proposal).toEqual({
      kind: 'action',
      action: 'stop',
      timer_id: 'real',
      version: 4,
    });
  });
});
