import { describe, expect, it } from 'vitest';
import type { TimeStyle } from '#/lib/client/time/time-style.ts';
import { endText, readEnd } from '#/lib/client/typed/typed-end.ts';

const style = (timeZone: string): TimeStyle => ({ timeZone, hourCycle: 'h23', dayStartHour: 0 });
const BERLIN = style('Europe/Berlin');
const rule = { style: BERLIN, base: '2026-11-17' };
const iso = (at: number) => new Date(at).toISOString();
function read(text: string, asked: Parameters<typeof readEnd>[1] = rule) {
  const result = readEnd(text, asked);
  return 'at' in result ? iso(result.at) : result;
}

describe('a typed end', () => {
  it.each([
    ['17:46', '2026-11-17T16:46:00.000Z'],
    ['1746', '2026-11-17T16:46:00.000Z'],
    ['5:46:30 pm', '2026-11-17T16:46:30.000Z'],
    ['Wed 09:52:26', '2026-11-18T08:52:26.000Z'],
    ['wednesday, 9:52', '2026-11-18T08:52:00.000Z'],
    ['Tue 09:52', '2026-11-17T08:52:00.000Z'],
    ['18 Nov 09:52', '2026-11-18T08:52:00.000Z'],
    ['Wed 18 November 2026 09:52', '2026-11-18T08:52:00.000Z'],
    ['1 Jan 2027 00:00', '2026-12-31T23:00:00.000Z'],
    ['2026-11-18 09:52', '2026-11-18T08:52:00.000Z'],
  ])('%s is read', (text, instant) => {
    expect(read(text)).toBe(instant);
  });

  it.each(['', '25:00', 'Wed', '31 Feb 10:00', 'Foo 10:00', '10:00 Wed'])('%j is rejected', (text) => {
    expect(read(text)).toMatchObject({ problem: expect.stringContaining('Enter a time') });
  });

  it('is on the next day if it is before its start', () => {
    const after = Date.parse('2026-11-17T12:00:05Z');
    expect(read('17:46', { ...rule, after })).toBe('2026-11-17T16:46:00.000Z');
    expect(read('09:52:26', { ...rule, after })).toBe('2026-11-18T08:52:26.000Z');
  });

  it('names its day if it is another', () => {
    const at = (text: string) => endText(Date.parse(text), rule);
    expect(at('2026-11-17T16:46:00Z')).toBe('17:46:00');
    expect(at('2026-11-18T08:52:26Z')).toBe('Wed 09:52:26');
    expect(at('2026-11-24T08:00:00Z')).toBe('24 Nov 09:00:00');
    expect(at('2026-11-16T08:00:00Z')).toBe('16 Nov 09:00:00');
    expect(at('2027-01-16T08:00:00Z')).toBe('16 Jan 2027 09:00:00');
  });

  it.each(['2026-11-17T16:46:00Z', '2026-11-18T08:52:26Z', '2026-11-24T08:00:00Z', '2027-01-16T08:00:00Z'])(
    'reads what it displays: %s',
    (instant) => {
      expect(read(endText(Date.parse(instant), rule))).toBe(iso(Date.parse(instant)));
    },
  );
});

describe('a time on a day with a clock change', () => {
  it.each([
    ['Europe/Berlin', '2026-03-29', '02:30'],
    ['America/New_York', '2026-03-08', '02:30'],
    ['Australia/Lord_Howe', '2026-10-04', '02:15'],
  ])('is rejected with the reason if clocks in %s skip it', (timeZone, base, time) => {
    const result = read(time, { style: style(timeZone), base });
    expect(result).toEqual({ problem: `There is no ${time} that day, because the clocks go forward.` });
  });

  it.each([
    ['Europe/Berlin', '2026-10-25', '02:30', 60],
    ['America/New_York', '2026-11-01', '01:30', 60],
    ['Australia/Lord_Howe', '2026-04-05', '01:45', 30],
  ])('is ambiguous if it occurs twice in %s', (timeZone, base, time, minutes) => {
    const result = readEnd(time, { style: style(timeZone), base });
    if (!('twice' in result)) throw new Error('was read as one instant');
    expect(result.question).toContain(`${time} occurs twice`);
    expect(result.twice[1] - result.twice[0]).toBe(minutes * 60_000);
  });

  it('is on the next day if the gap is before the start', () => {
    const after = Date.parse('2026-03-29T18:00:00Z');
    expect(read('02:30', { style: BERLIN, base: '2026-03-29', after })).toBe('2026-03-30T00:30:00.000Z');
    const before = Date.parse('2026-03-28T23:30:00Z');
    expect(read('02:30', { style: BERLIN, base: '2026-03-29', after: before })).toHaveProperty('problem');
  });

  it('is the second one if the first is before the start', () => {
    const after = Date.parse('2026-10-25T00:45:00Z');
    expect(read('02:30', { style: BERLIN, base: '2026-10-25', after })).toBe('2026-10-25T01:30:00.000Z');
  });

  it('is read in a zone with an offset of quarter hours', () => {
    expect(read('09:00', { style: style('Asia/Kathmandu'), base: '2026-11-17' })).toBe('2026-11-17T03:15:00.000Z');
  });
});
