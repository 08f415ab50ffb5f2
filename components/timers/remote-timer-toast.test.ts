import { describe, expect, test } from 'vitest';
import { toastOf } from '#/components/timers/remote-timer-toast.ts';
import type { TimerEvent } from '#/lib/client/live/event-stream.ts';
import { timerChange, timerJson } from '#/test/timer-json.ts';

function toastFor(type: TimerEvent['type']) {
  const timer = timerJson({ title: 'Rate limiter' });
  const server_time = '2026-11-19T15:00:30.000Z';
  const change = timerChange(timer, timer);
  return toastOf({ id: '1', type, ...change, actor: { kind: 'worker' }, request_id: null, server_time });
}

describe('for a timer that changed elsewhere', () => {
  // Questions have a separate card.
  test.each(['timer.stale', 'timer.away', 'timer.answered', 'timer.snoozed', 'timer.reviewed'] as const)(
    '%s shows no toast',
    (type) => {
      expect(toastFor(type)).toBeNull();
    },
  );
});
