import { describe, expect, it } from 'vitest';
import { phaseDigits, phaseTime, shareDone } from '#/lib/client/plans/phase-time.ts';
import type { PhaseJson } from '#/lib/tracking/cycles/cycle-schemas.ts';

const at = (time: string) => Date.parse(`2026-11-19T${time}Z`);
const running: PhaseJson = {
  cycle_id: '0198a000-0000-7000-8000-000000000000',
  kind: 'work',
  round: 1,
  rounds: 4,
  state: 'running',
  planned_ms: 1_500_000,
  extended_ms: 0,
  started_at: '2026-11-19T09:00:00Z',
  ends_at: '2026-11-19T09:25:00Z',
  overdue_since: null,
  remaining_ms: 1_500_000,
  next: null,
};
const over: PhaseJson = { ...running, state: 'overtime', ends_at: null, overdue_since: '2026-11-19T09:25:00Z' };
const frozen: PhaseJson = { ...running, state: 'frozen', ends_at: null, remaining_ms: 61_500 };

const shown = (phase: PhaseJson, time: string) => phaseDigits(phaseTime(phase, at(time))).join('');

describe('the digits of a phase', () => {
  it.each([
    ['09:00:00.000', '25:00'],
    ['09:00:00.001', '25:00'],
    ['09:00:01.000', '24:59'],
    ['09:24:59.999', '0:01'],
    ['09:25:00.000', '0:00'],
  ])('at %s are %s', (time, digits) => expect(shown(running, time)).toBe(digits));

  it('are zero past the deadline until the server has responded', () => {
    expect(shown(running, '09:40:00')).toBe('0:00');
    expect(phaseTime(running, at('09:40:00'))).toEqual({ leftMs: 0, overMs: 0 });
  });

  it('count the overtime once the server has responded', () => {
    expect(shown(over, '09:25:00.900')).toBe('+0:00');
    expect(shown(over, '09:27:07')).toBe('+2:07');
    expect(shown({ ...over, kind: 'rest', state: 'waiting' }, '10:30:00')).toBe('+1:05:00');
  });

  it('do not change while frozen, whatever the time', () => {
    expect([shown(frozen, '09:10:00'), shown(frozen, '19:10:00')]).toEqual(['1:02', '1:02']);
    expect(shown({ ...over, state: 'frozen', remaining_ms: 0 }, '09:40:00')).toBe('0:00');
  });
});

describe('the completed share of a phase', () => {
  it.each([
    ['nothing before it begins', running, '08:59:00', 0],
    ['a fifth pomodoro after five of 25 minutes', running, '09:05:00', 0.2],
    [
      'less of one that was extended',
      { ...running, extended_ms: 300_000, ends_at: '2026-11-19T09:30:00Z' },
      '09:15:00',
      0.5,
    ],
    ['all of it past the deadline', running, '09:40:00', 1],
    ['what it was when it was paused', { ...frozen, remaining_ms: 750_000 }, '19:00:00', 0.5],
  ])('is %s', (_case, phase, time, share) => expect(shareDone(phase, at(time))).toBeCloseTo(share, 9));
});
