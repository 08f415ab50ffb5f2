import { describe, expect, it } from 'vitest';
import { EstimatedInstants } from '#/lib/client/offline/estimated-instants.ts';
import { optimistic } from '#/lib/client/timers/optimistic-timer.ts';
import { timerJson } from '#/test/timer-json.ts';

const GUESS = Date.parse('2026-11-19T12:00:00.123Z');
const running = timerJson({ id: 'timer' });
const paused = optimistic(running, 'pause', GUESS);
const [span] = paused.spans;
const REAL_END = '2026-11-19T12:00:00.456Z';

describe('an instant estimated by the page', () => {
  it('is sent as the server’s instant', () => {
    const instants = new EstimatedInstants();
    const real = [{ started_at: '2026-11-19T09:00:00.000Z', ended_at: REAL_END }];
    instants.learn('timer', { after: paused, before: running }, real);
    expect(instants.resolve('timer', paused.spans)).toEqual(real);
  });

  it('does not replace an instant chosen by a person', () => {
    const instants = new EstimatedInstants();
    instants.learn('timer', { after: paused, before: running }, [
      { started_at: '2026-11-19T09:00:00.000Z', ended_at: REAL_END },
    ]);
    const chosen = [{ started_at: '2026-11-19T09:15:00.000Z', ended_at: '2026-11-19T11:45:00.000Z' }];
    expect(instants.resolve('timer', chosen)).toEqual(chosen);
  });

  it('of another timer stays', () => {
    const instants = new EstimatedInstants();
    instants.learn('other', { after: paused, before: running }, running.spans);
    expect(instants.resolve('timer', paused.spans)[0]).toMatchObject({ ended_at: span?.ended_at });
  });

  it('is open again when the pause was rejected', () => {
    const instants = new EstimatedInstants();
    instants.learn('timer', { after: paused, before: running }, running.spans);
    expect(instants.resolve('timer', paused.spans)).toEqual([
      { started_at: '2026-11-19T09:00:00.000Z', ended_at: null },
    ]);
  });

  it('is removed with its span when the resume was rejected', () => {
    const instants = new EstimatedInstants();
    const resumed = optimistic(paused, 'resume', GUESS + 1_000);
    instants.learn('timer', { after: resumed, before: paused }, paused.spans);
    expect(instants.resolve('timer', resumed.spans)).toHaveLength(1);
  });
});
