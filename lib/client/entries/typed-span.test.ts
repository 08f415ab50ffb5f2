import { describe, expect, it } from 'vitest';
import { readSpans, type TypedSpan, typedDurationMs, typedSpan } from '#/lib/client/entries/typed-span.ts';
import type { TimeStyle } from '#/lib/client/time/time-style.ts';

const STYLE: TimeStyle = { timeZone: 'Europe/Stockholm', hourCycle: 'h23', dayStartHour: 0 };
const at = (time: string) => Date.parse(`2026-11-19T${time}Z`);
const span = (from: string, to: string | null, change: Partial<TypedSpan> = {}): TypedSpan => ({
  ...typedSpan(from, at(from), to === null ? null : at(to), STYLE),
  ...change,
});
const read = (...spans: TypedSpan[]) => readSpans(spans, STYLE);

describe('edited spans', () => {
  it('stay exact if untouched', () => {
    const exact = span('12:02:03.456', '13:00:00.789');
    expect(exact).toMatchObject({ date: '2026-11-19', from: '13:02:03', to: '14:00' });
    expect(read(exact)).toEqual({
      spans: [{ started_at: '2026-11-19T12:02:03.456Z', ended_at: '2026-11-19T13:00:00.789Z' }],
    });
    expect(read({ ...exact, from: '12:30' })).toEqual({
      spans: [{ started_at: '2026-11-19T11:30:00.000Z', ended_at: '2026-11-19T13:00:00.789Z' }],
    });
  });

  it('move with their day', () => {
    expect(read(span('12:00', '13:00', { date: '2026-11-18' }))).toEqual({
      spans: [{ started_at: '2026-11-18T12:00:00.000Z', ended_at: '2026-11-18T13:00:00.000Z' }],
    });
  });

  it('end on the next day when the end is before the start', () => {
    expect(read(span('12:00', '13:00', { from: '22:10', to: '1:05 am' }))).toEqual({
      spans: [{ started_at: '2026-11-19T21:10:00.000Z', ended_at: '2026-11-20T00:05:00.000Z' }],
    });
  });

  it('keep an open end, and are returned in order', () => {
    expect(read(span('12:00', null), span('09:00', '10:00'))).toEqual({
      spans: [
        { started_at: '2026-11-19T09:00:00.000Z', ended_at: '2026-11-19T10:00:00.000Z' },
        { started_at: '2026-11-19T12:00:00.000Z', ended_at: null },
      ],
    });
    expect(typedDurationMs([span('12:00', null), span('09:00', '10:00')], STYLE, at('12:30'))).toBe(90 * 60_000);
  });

  it.each([
    [{ from: 'noon' }, 'from', /such as 17:46/],
    [{ to: '' }, 'to', /such as 17:46/],
    [{ date: '' }, 'date', /Choose a day/],
    [{ date: '2026-03-29', from: '2:30' }, 'from', /clocks skip/],
  ])('with %j return the error', (change, field, problem) => {
    const wrong = span('12:00', '13:00', change);
    expect(read(wrong)).toEqual({ key: '12:00', field, problem: expect.stringMatching(problem) });
    expect(typedDurationMs([wrong], STYLE, 0)).toBeNull();
  });

  it('may touch, but not overlap', () => {
    expect(read(span('09:00', '10:00'), span('10:00', '11:00'))).toHaveProperty('spans');
    expect(read(span('09:00', '10:01'), span('10:00', '11:00'))).toMatchObject({ key: '10:00', field: 'from' });
  });
});
