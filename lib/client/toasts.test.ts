import { describe, expect, it, vi } from 'vitest';
import { Notices, UNDO } from '#/lib/client/toasts.ts';

const undoable = (run: () => void) => ({ icon: 'check', lead: 'Deleted.', action: { label: UNDO, run } }) as const;

describe('undo', () => {
  it('takes back what was done last, once, though its notice has gone', () => {
    const notices = new Notices();
    const undo = vi.fn();
    notices.show(undoable(undo));
    notices.show({ icon: 'play', lead: 'Started.' });
    notices.undo();
    notices.undo();
    expect(undo).toHaveBeenCalledOnce();
    expect(notices.current()?.lead).toBe('Started.');
  });

  it('takes back what came before, once what came after is refused', () => {
    const notices = new Notices();
    const [first, second] = [vi.fn(), vi.fn()];
    notices.show(undoable(first));
    notices.show(undoable(second));
    notices.withdraw(second);
    notices.undo();
    expect([first.mock.calls.length, second.mock.calls.length]).toEqual([1, 0]);
    notices.withdraw(first);
    notices.undo();
    expect(first).toHaveBeenCalledOnce();
  });

  it('ends the notice that offers it', () => {
    const notices = new Notices();
    notices.show(undoable(() => {}));
    notices.undo();
    expect(notices.current()).toBeNull();
  });

  it('leaves alone what other actions do', () => {
    const notices = new Notices();
    const run = vi.fn();
    notices.show({ icon: 'switch', lead: 'Timer started in another tab.', action: { label: 'Switch', run } });
    notices.undo();
    expect(run).not.toHaveBeenCalled();
  });
});

describe('a toast from elsewhere', () => {
  const elsewhere = (lead: string) => ({ icon: 'pause', lead, isFromElsewhere: true }) as const;
  const race = {
    icon: 'switch',
    lead: 'Timer started in another tab.',
    action: { label: 'Switch', run: () => {} },
  } as const;

  it('waits for one that offers a way out, and is shown after it', () => {
    const notices = new Notices();
    notices.show(race);
    notices.show(elsewhere('Timer paused in another tab.'));
    expect(notices.current()?.lead).toBe(race.lead);
    notices.dismiss();
    expect(notices.current()?.lead).toBe('Timer paused in another tab.');
    notices.dismiss();
    expect(notices.current()).toBeNull();
  });

  it('that says the same as the one shown is not shown again', () => {
    const notices = new Notices();
    notices.show(race);
    notices.show(elsewhere(race.lead));
    notices.dismiss();
    expect(notices.current()).toBeNull();
  });

  it('takes the place of one without an action, and gives way to what was done on this page', () => {
    const notices = new Notices();
    notices.show({ icon: 'check', lead: 'Saved.' });
    notices.show(elsewhere('Timer paused in another tab.'));
    expect(notices.current()?.lead).toBe('Timer paused in another tab.');
    notices.show(race);
    notices.show(elsewhere('Timer stopped in another tab.'));
    notices.show({ icon: 'warning', lead: 'Not done.' });
    notices.dismiss();
    expect(notices.current()).toBeNull();
  });
});
