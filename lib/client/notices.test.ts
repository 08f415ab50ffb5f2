import { describe, expect, it, vi } from 'vitest';
import { Notices, UNDO } from '#/lib/client/notices.ts';

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
