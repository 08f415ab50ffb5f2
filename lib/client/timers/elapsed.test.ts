import { describe, expect, it } from 'vitest';
import { capMs, elapsedMs, elapsedWithinMs, nextTickAt, pausedMs } from '#/lib/client/timers/elapsed.ts';
import type { PhaseJson } from '#/lib/tracking/cycles/cycle-schemas.ts';
import { spanJson } from '#/test/timer-json.ts';

const at = (time: string) => Date.parse(`2026-11-19T${time}Z`);
const span = (from: string, to: string | null) =>
  spanJson(`2026-11-19T${from}Z`, to && `2026-11-19T${to}Z`, `${from}-${to}`);
const capped = (capAt: string | null, ...spans: ReturnType<typeof span>[]) => ({ spans, cap_at: capAt });

describe('elapsed time', () => {
  it('is the sum of the spans, to the millisecond', () => {
    const timer = capped(null, span('08:00:00.250', '08:10:00.000'), span('08:20:00.000', '08:20:00.001'));
    expect(elapsedMs(timer, at('23:00:00'))).toBe(599_751);
  });

  it('counts the open span up to the given instant', () => {
    const timer = capped(null, span('08:00:00', '08:10:00'), span('09:00:00', null));
    expect(elapsedMs(timer, at('09:00:30'))).toBe(630_000);
  });

  it('is never negative when the clock is slightly behind the start', () => {
    expect(elapsedMs(capped(null, span('09:00:00', null)), at('08:59:59.900'))).toBe(0);
  });

  it('stops at the cap before anyone has recorded it', () => {
    const timer = capped('2026-11-19T10:00:00Z', span('09:00:00', null));
    expect(elapsedMs(timer, at('17:00:00'))).toBe(3_600_000);
  });

  it('ends at the timer’s own cap: the work before the open span counts toward it', () => {
    expect(capMs(capped('2026-11-19T10:50:00Z', span('08:00:00', '08:10:00'), span('09:00:00', null)))).toBe(7_200_000);
    expect(capMs(capped(null, span('08:00:00', '08:10:00')))).toBeNull();
  });

  it('stops at the deadline of work that its plan ends there, and continues past other deadlines', () => {
    const phase = { kind: 'work', ends_at: '2026-11-19T09:25:00Z' } as PhaseJson;
    const plan = (at_work_end: 'stop' | 'overtime') =>
      ({ type: 'countdown', duration_ms: 1_500_000, at_work_end, strict: false }) as const;
    const timer = { ...capped('2026-11-19T10:00:00Z', span('09:00:00', null)), phase };
    expect(elapsedMs({ ...timer, plan: plan('stop') }, at('09:24:00'))).toBe(1_440_000);
    expect(elapsedMs({ ...timer, plan: plan('stop') }, at('09:40:00'))).toBe(1_500_000);
    expect(elapsedMs({ ...timer, plan: plan('overtime') }, at('09:40:00'))).toBe(2_400_000);
    expect(elapsedMs({ ...timer, plan: plan('overtime') }, at('11:00:00'))).toBe(3_600_000);
  });

  it('stops at the deadline of work whose plan is not known yet', () => {
    const phase = { kind: 'work', ends_at: '2026-11-19T09:25:00Z' } as PhaseJson;
    const started = { ...capped(null, span('09:00:00', null)), plan: null, phase };
    expect(elapsedMs(started, at('09:40:00'))).toBe(1_500_000);
    expect(elapsedMs({ ...started, phase: null }, at('09:40:00'))).toBe(2_400_000);
  });

  it('is zero without spans', () => {
    expect(elapsedMs(capped(null), at('09:00:00'))).toBe(0);
    expect(pausedMs(capped(null), at('09:00:00'))).toBe(0);
  });
});

describe('the part of a timer in a range', () => {
  const timer = capped(null, span('08:00:00', '10:00:00'), span('11:00:00', null));
  it.each([
    ['07:00:00', '09:00:00', 3_600_000],
    ['10:00:00', '11:00:00', 0],
    ['09:30:00', '11:15:00', 45 * 60_000],
    ['11:30:00', '23:00:00', 30 * 60_000],
    ['12:30:00', '23:00:00', 0],
  ])('from %s to %s is %d ms', (from, to, expected) => {
    expect(elapsedWithinMs(timer, { from: at(from), to: at(to) }, at('12:00:00'))).toBe(expected);
  });
});

describe('paused time', () => {
  it('is the time between the spans', () => {
    const timer = capped(null, span('08:00:00', '08:10:00'), span('08:30:00', '08:31:00'), span('08:32:00', null));
    expect(pausedMs(timer, at('09:00:00'))).toBe(21 * 60_000);
  });

  it('does not grow while a paused timer waits', () => {
    expect(pausedMs(capped(null, span('08:00:00', '08:10:00')), at('17:00:00'))).toBe(0);
  });
});

describe('the instant at which digits change', () => {
  it('includes the milliseconds of the previous spans', () => {
    const timer = capped(null, span('08:00:00.000', '08:00:00.400'), span('09:00:00.100', null));
    expect(nextTickAt(timer)).toBe(at('08:59:59.700'));
  });

  it('is null for a timer that is not running', () => {
    expect(nextTickAt(capped(null, span('08:00:00', '09:00:00')))).toBeNull();
  });
});
