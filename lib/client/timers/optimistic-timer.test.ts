import { describe, expect, it } from 'vitest';
import { elapsedMs } from '#/lib/client/timers/elapsed.ts';
import { confirmedVersion, isOptimistic, optimistic, optimisticStart } from '#/lib/client/timers/optimistic-timer.ts';
import { timerJson } from '#/test/timer-json.ts';

const at = (time: string) => Date.parse(`2026-11-19T${time}Z`);
const HOUR = 3_600_000;

describe('the expected result of an action', () => {
  const running = timerJson({ version: 3, cap_at: '2026-11-20T09:00:00.000Z' });

  it('a pause closes the span', () => {
    const paused = optimistic(running, 'pause', at('10:00:00'));
    expect(paused).toMatchObject({ status: 'paused', running_since: null, ended_at: null, end_reason: null });
    expect(elapsedMs(paused, at('17:00:00'))).toBe(HOUR);
  });

  it('a resume opens another', () => {
    const paused = optimistic(running, 'pause', at('10:00:00'));
    const resumed = optimistic(paused, 'resume', at('11:00:00'));
    expect(resumed.spans).toHaveLength(2);
    expect(elapsedMs(resumed, at('11:30:00'))).toBe(1.5 * HOUR);
  });

  it('a stop ends it', () => {
    const stopped = optimistic(running, 'stop', at('10:00:00'));
    expect(stopped).toMatchObject({ status: 'stopped', end_reason: 'stopped', ended_at: '2026-11-19T10:00:00.000Z' });
  });

  it('a discard ends it as well', () => {
    expect(optimistic(running, 'discard', at('10:00:00'))).toMatchObject({
      status: 'discarded',
      end_reason: 'discarded',
    });
  });

  it('never ends a span before it began, even if the clock is slightly behind', () => {
    expect(elapsedMs(optimistic(running, 'pause', at('08:59:59.9')), at('12:00:00'))).toBe(0);
  });

  it('has a version between the last and the next of the server', () => {
    const stopped = optimistic(running, 'stop', at('10:00:00'));
    expect(stopped.version).toBeGreaterThan(3);
    expect(stopped.version).toBeLessThan(4);
    expect(confirmedVersion(stopped)).toBe(3);
  });

  it('of a second action outlives the response to the first', () => {
    const paused = optimistic(running, 'pause', at('10:00:00'));
    const resumed = optimistic(paused, 'resume', at('10:00:01'));
    expect(resumed.version).toBeGreaterThan(4);
    expect(resumed.version).toBeLessThan(5);
  });
});

describe('a start', () => {
  const action = { id: 'p', userId: 'u', serverNow: at('10:00:00') };

  it('runs from now, with a temporary id', () => {
    const timer = optimisticStart({ title: 'Stand-up', ticket: null, newTicketKey: null, tags: ['team'] }, action);
    expect(timer).toMatchObject({ status: 'running', title: 'Stand-up', tags: ['team'] });
    expect(isOptimistic(timer.id)).toBe(true);
    expect(elapsedMs(timer, at('10:00:03'))).toBe(3_000);
  });

  it('on a ticket to be created shows its key at once', () => {
    const timer = optimisticStart({ title: '', ticket: null, newTicketKey: 'OPS-81', tags: [] }, action);
    expect(timer.ticket?.key).toBe('OPS-81');
  });
});
