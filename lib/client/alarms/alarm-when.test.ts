import { describe, expect, it } from 'vitest';
import { instantIn, readClock, readDuration, readWhen, typedInstant } from '#/lib/client/alarms/alarm-when.ts';

const MIN = 60_000;
const H = 60 * MIN;

describe('a typed duration', () => {
  it.each([
    ['10m', 10 * MIN],
    ['1h30', 90 * MIN],
    ['1h30m', 90 * MIN],
    ['1:30', 90 * MIN],
    ['1:30:05', 90 * MIN + 5_000],
    ['1 h 30 min', 90 * MIN],
    ['2 hours', 2 * H],
    ['45s', 45_000],
    ['1m30', 90_000],
    ['250ms', 250],
    ['1.5h', 90 * MIN],
    ['3 days', 72 * H],
    ['PT1H30M', 90 * MIN],
    ['', null],
    ['soon', null],
    ['10', null],
    ['-5m', null],
  ])('%s is %s ms', (text, ms) => {
    expect(readDuration(text)).toBe(ms);
  });
});

describe('a typed time', () => {
  it.each([
    ['17:46', 17 * H + 46 * MIN],
    ['1746', 17 * H + 46 * MIN],
    ['17:46:30', 17 * H + 46 * MIN + 30_000],
    ['5:46p', 17 * H + 46 * MIN],
    ['5:46 PM', 17 * H + 46 * MIN],
    ['12am', 0],
    ['12:05pm', 12 * H + 5 * MIN],
    ['9', 9 * H],
    ['24:00', null],
    ['13pm', null],
    ['17:60', null],
    ['noon', null],
    ['', null],
  ])('%s is %s ms after midnight', (text, ms) => {
    expect(readClock(text)).toBe(ms);
  });
});

describe('a date and a time in a zone', () => {
  it.each([
    ['Europe/Stockholm', '2026-11-19', 14 * H + 30 * MIN, '2026-11-19T13:30:00.000Z'],
    ['Europe/Stockholm', '2026-07-01', 0, '2026-06-30T22:00:00.000Z'],
    ['Pacific/Auckland', '2026-11-20', 2 * H, '2026-11-19T13:00:00.000Z'],
    ['UTC', '2026-11-19', 1, '2026-11-19T00:00:00.001Z'],
    // Clocks are put back from 03:00 to 02:00: the first of the two.
    ['Europe/Stockholm', '2026-10-25', 2 * H + 30 * MIN, '2026-10-25T00:30:00.000Z'],
    ['Europe/Stockholm', '2026-10-25', 3 * H, '2026-10-25T02:00:00.000Z'],
  ])('in %s on %s %d ms after midnight is %s', (zone, date, ms, iso) => {
    expect(new Date(instantIn(zone, date, ms) ?? 0).toISOString()).toBe(iso);
  });

  it('is null for a time that the clocks skip', () => {
    expect(instantIn('Europe/Stockholm', '2026-03-29', 2 * H + 30 * MIN)).toBeNull();
    expect(instantIn('Europe/Stockholm', '2026-03-29', 3 * H)).not.toBeNull();
  });

  it('can be edited as text', () => {
    const instant = Date.parse('2026-11-19T13:30:05.000Z');
    const typed = typedInstant(instant, 'Europe/Stockholm');
    expect(typed).toEqual({ date: '2026-11-19', time: '14:30:05' });
    const read = readWhen({ kind: 'at', length: '', ...typed }, 'Europe/Stockholm');
    expect(read).toMatchObject({ ok: true, body: { fire_at: '2026-11-19T13:30:05.000Z' } });
  });
});

describe('when', () => {
  const typed = { kind: 'in', length: '', date: '2026-11-19', time: '' } as const;
  it.each([
    [{ length: '10m' }, { ok: true, body: { delay_ms: 600_000 } }],
    [{ length: '0s' }, { ok: false, field: 'length' }],
    [
      { kind: 'at', date: '' },
      { ok: false, field: 'date' },
    ],
    [
      { kind: 'at', time: '25:00' },
      { ok: false, field: 'time' },
    ],
    [
      { kind: 'at', date: '2026-03-29', time: '02:30' },
      { ok: false, field: 'time', problem: /clocks skip/ },
    ],
  ] as const)('of %j is %j', (change, expected) => {
    const read = readWhen({ ...typed, ...change }, 'Europe/Stockholm');
    expect(read).toMatchObject({
      ...expected,
      ...('problem' in expected && { problem: expect.stringMatching(expected.problem) }),
    });
  });
});
