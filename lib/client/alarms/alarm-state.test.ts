import { expect, test } from 'vitest';
import { abortedEarlyAt } from '#/lib/client/alarms/alarm-state.ts';

test('an alarm was aborted early if it ended before it was due', () => {
  const alarm = {
    status: 'aborted',
    finished_at: '2026-11-28T14:28:30.000000Z',
    due_at: '2026-11-28T16:28:30.000000Z',
  };
  const early = (change: object) => abortedEarlyAt({ ...alarm, ...change } as Parameters<typeof abortedEarlyAt>[0]);
  expect(early({})).toBe(Date.parse('2026-11-28T14:28:30Z'));
  expect(early({ due_at: '2026-11-28T14:00:00.000000Z' })).toBeNull();
  expect(early({ status: 'scheduled', finished_at: null })).toBeNull();
});
