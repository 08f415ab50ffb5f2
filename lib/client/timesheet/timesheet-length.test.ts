import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatShortDuration } from '#/lib/client/calendar/format-calendar.ts';
import { readCellLength, typedCell } from '#/lib/client/timesheet/timesheet-length.ts';

const MINUTE = 60_000;

describe('a duration typed into a cell', () => {
  it.each([
    ['1h30', 90],
    ['1:30', 90],
    ['90m', 90],
    ['1.5', 90],
    ['1,5', 90],
    ['.25', 15],
    ['2', 120],
    ['0', 0],
    ['0:00', 0],
    ['1 h 30 min', 90],
    [' 45 min ', 45],
    ['PT20M', 20],
  ])('%s is %d minutes', (text, minutes) => {
    expect(readCellLength(text)).toBe(minutes * MINUTE);
  });

  it.each(['', '-1', 'one', '1..5', '1:3', 'API-412'])('“%s” is invalid', (text) => {
    expect(readCellLength(text)).toBeNull();
  });

  it('reads what it formatted, and never fails', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 25 * 60 }), (minutes) => {
        expect(readCellLength(typedCell(minutes * MINUTE))).toBe(minutes * MINUTE);
        expect(readCellLength(formatShortDuration(minutes * MINUTE))).toBe(minutes * MINUTE);
      }),
    );
    fc.assert(
      fc.property(fc.string(), (text) => {
        const ms = readCellLength(text);
        expect(ms === null || (Number.isSafeInteger(ms) && ms >= 0)).toBe(true);
      }),
    );
  });
});
