import { describe, expect, it, vi } from 'vitest';
import { Toasts } from '#/lib/client/page/toasts.ts';

const undoable = (undo: () => void) => ({ icon: 'check', lead: 'Deleted.', action: { undo } }) as const;

describe('undo', () => {
  it('undoes the last action, once, even if its toast is gone', () => {
    const toasts = new Toasts();
    const undo = vi.fn();
    toasts.show(undoable(undo));
    toasts.show({ icon: 'play', lead: 'Started.' });
    toasts.undo();
    toasts.undo();
    expect(undo).toHaveBeenCalledOnce();
    expect(toasts.current()?.lead).toBe('Started.');
  });

  it('undoes the previous action, once the latest is rejected', () => {
    const toasts = new Toasts();
    const [first, second] = [vi.fn(), vi.fn()];
    toasts.show(undoable(first));
    toasts.show(undoable(second));
    toasts.withdraw(second);
    toasts.undo();
    expect([first.mock.calls.length, second.mock.calls.length]).toEqual([1, 0]);
    toasts.withdraw(first);
    toasts.undo();
    expect(first).toHaveBeenCalledOnce();
  });

  it('of a stop ends with the next start, and the one before it counts again', () => {
    const toasts = new Toasts();
    const [deletion, stop, later] = [vi.fn(), vi.fn(), vi.fn()];
    const ofStop = { icon: 'stop', lead: 'Stopped.', action: { undo: stop, isUntilStart: true } } as const;
    toasts.show(undoable(deletion));
    toasts.show(ofStop);
    toasts.started();
    expect(toasts.current()).toBeNull();
    toasts.undo();
    expect([deletion.mock.calls.length, stop.mock.calls.length]).toEqual([1, 0]);
    toasts.show(ofStop);
    toasts.show(undoable(later));
    toasts.started();
    expect(toasts.current()?.lead).toBe('Deleted.');
    toasts.withdraw(later);
    toasts.undo();
    expect([later.mock.calls.length, stop.mock.calls.length]).toEqual([0, 0]);
  });

  it('closes the toast that offers it', () => {
    const toasts = new Toasts();
    toasts.show(undoable(() => {}));
    toasts.undo();
    expect(toasts.current()).toBeNull();
  });

  it('leaves other actions alone', () => {
    const toasts = new Toasts();
    const run = vi.fn();
    toasts.show({ icon: 'switch', lead: 'Timer started in another tab.', action: { label: 'Switch', run } });
    toasts.undo();
    expect(run).not.toHaveBeenCalled();
  });
});

describe('a toast from elsewhere', () => {
  const elsewhere = (lead: string) => ({ icon: 'pause', lead, isRemote: true }) as const;
  const race = {
    icon: 'switch',
    lead: 'Timer started in another tab.',
    action: { label: 'Switch', run: () => {} },
  } as const;

  it('waits for one that offers an action, and is shown after it', () => {
    const toasts = new Toasts();
    toasts.show(race);
    toasts.show(elsewhere('Timer paused in another tab.'));
    expect(toasts.current()?.lead).toBe(race.lead);
    toasts.dismiss();
    expect(toasts.current()?.lead).toBe('Timer paused in another tab.');
    toasts.dismiss();
    expect(toasts.current()).toBeNull();
  });

  it('with the same text as the shown one is not shown again', () => {
    const toasts = new Toasts();
    toasts.show(race);
    toasts.show(elsewhere(race.lead));
    toasts.dismiss();
    expect(toasts.current()).toBeNull();
  });

  it('replaces one without an action, and yields to an action on this page', () => {
    const toasts = new Toasts();
    toasts.show({ icon: 'check', lead: 'Saved.' });
    toasts.show(elsewhere('Timer paused in another tab.'));
    expect(toasts.current()?.lead).toBe('Timer paused in another tab.');
    toasts.show(race);
    toasts.show(elsewhere('Timer stopped in another tab.'));
    toasts.show({ icon: 'warning', lead: 'Not done.' });
    toasts.dismiss();
    expect(toasts.current()).toBeNull();
  });
});
