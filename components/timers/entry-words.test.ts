import { expect, test } from 'vitest';
import { refusalWords } from '#/components/timers/entry-words.ts';
import { ApiProblem } from '#/lib/client/problem.ts';

const STYLE = { timeZone: 'Europe/Stockholm', hourCycle: 'h23', dayStartHour: 0 } as const;

test('closed time is named by its day as people write it', () => {
  const detail = 'Time through 2026-11-16 is closed in this workspace. Ask an admin to correct it.';
  const error = new ApiProblem(409, { code: 'time_closed', detail, closed_through: '2026-11-16' });
  expect(refusalWords(error, STYLE)).toBe(
    'Time through Monday 16 November is closed in this workspace. Ask an admin to correct it.',
  );
});
