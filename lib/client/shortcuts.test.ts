import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Shortcuts } from '#/lib/client/shortcuts.ts';

class FakeElement {
  readonly isField: boolean;
  constructor(isField: boolean) {
    this.isField = isField;
  }
  closest() {
    return this.isField ? this : null;
  }
}

let floating: object | null;
let isOn: boolean;

beforeEach(() => {
  floating = null;
  isOn = true;
  vi.stubGlobal('Element', FakeElement);
  vi.stubGlobal('document', { querySelector: () => floating });
});

afterEach(() => {
  vi.unstubAllGlobals();
});

const key = (name: string, change: object = {}) => ({
  key: name,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  repeat: false,
  defaultPrevented: false,
  target: null,
  ...change,
});

describe('single keys', () => {
  it('do what they are bound to, whatever Shift or Caps Lock say', () => {
    const shortcuts = new Shortcuts(() => isOn);
    const stop = vi.fn();
    shortcuts.bind({ s: stop });
    expect(shortcuts.press(key('s'), 0)).toBe(true);
    expect(shortcuts.press(key('S'), 0)).toBe(true);
    expect(shortcuts.press(key('x'), 0)).toBe(false);
    expect(stop).toHaveBeenCalledTimes(2);
  });

  it.each([
    ['with Ctrl', { ctrlKey: true }],
    ['with Cmd', { metaKey: true }],
    ['with Alt', { altKey: true }],
    ['held down', { repeat: true }],
    ['that something else has used', { defaultPrevented: true }],
    ['typed into a field', { target: new FakeElement(true) }],
  ])('do nothing %s', (_case, change) => {
    const shortcuts = new Shortcuts(() => isOn);
    const stop = vi.fn();
    shortcuts.bind({ s: stop });
    expect(shortcuts.press(key('s', change), 0)).toBe(false);
    expect(stop).not.toHaveBeenCalled();
  });

  it('do nothing below a dialog, and when they are switched off', () => {
    const shortcuts = new Shortcuts(() => isOn);
    shortcuts.bind({ s: vi.fn() });
    floating = {};
    expect(shortcuts.press(key('s'), 0)).toBe(false);
    floating = null;
    isOn = false;
    expect(shortcuts.press(key('s'), 0)).toBe(false);
    isOn = true;
    expect(shortcuts.press(key('s'), 0)).toBe(true);
  });

  it('work from a button that has the focus', () => {
    const shortcuts = new Shortcuts(() => isOn);
    shortcuts.bind({ s: vi.fn() });
    expect(shortcuts.press(key('s', { target: new FakeElement(false) }), 0)).toBe(true);
  });

  it('mean what the latest binding says, until it goes', () => {
    const shortcuts = new Shortcuts(() => isOn);
    const [page, panel] = [vi.fn(), vi.fn()];
    shortcuts.bind({ p: page });
    const unbind = shortcuts.bind({ p: panel });
    shortcuts.press(key('p'), 0);
    unbind();
    shortcuts.press(key('p'), 0);
    expect([page, panel].map((run) => run.mock.calls.length)).toEqual([1, 1]);
  });
});

describe('keys one after the other', () => {
  it('go to a page, and never do what the second one does by itself', () => {
    const shortcuts = new Shortcuts(() => isOn);
    const [stop, settings] = [vi.fn(), vi.fn()];
    shortcuts.bind({ s: stop, 'g s': settings });
    shortcuts.press(key('g'), 0);
    shortcuts.press(key('s'), 900);
    expect(settings).toHaveBeenCalledOnce();
    expect(stop).not.toHaveBeenCalled();
  });

  it('are forgotten after a while', () => {
    const shortcuts = new Shortcuts(() => isOn);
    const [stop, settings] = [vi.fn(), vi.fn()];
    shortcuts.bind({ s: stop, 'g s': settings });
    shortcuts.press(key('g'), 0);
    shortcuts.press(key('s'), 1_300);
    expect(stop).toHaveBeenCalledOnce();
  });

  it('that lead nowhere do nothing', () => {
    const shortcuts = new Shortcuts(() => isOn);
    const stop = vi.fn();
    shortcuts.bind({ s: stop, 'g d': vi.fn() });
    shortcuts.press(key('g'), 0);
    expect(shortcuts.press(key('s'), 100)).toBe(false);
    expect(stop).not.toHaveBeenCalled();
  });
});
