import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Shortcuts } from '#/lib/client/page/shortcuts.ts';

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
  shiftKey: false,
  repeat: false,
  defaultPrevented: false,
  target: null,
  ...change,
});

describe('single keys', () => {
  it('run their binding, whatever Shift or Caps Lock', () => {
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

  it('work from a focused button', () => {
    const shortcuts = new Shortcuts(() => isOn);
    shortcuts.bind({ s: vi.fn() });
    expect(shortcuts.press(key('s', { target: new FakeElement(false) }), 0)).toBe(true);
  });

  it('use the latest binding, until it is removed', () => {
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

describe('two keys in sequence', () => {
  it("go to a page, and never run the second one's own binding", () => {
    const shortcuts = new Shortcuts(() => isOn);
    const [stop, settings] = [vi.fn(), vi.fn()];
    shortcuts.bind({ s: stop, 'g s': settings });
    shortcuts.press(key('g'), 0);
    shortcuts.press(key('s'), 900);
    expect(settings).toHaveBeenCalledOnce();
    expect(stop).not.toHaveBeenCalled();
  });

  it('expire after a while', () => {
    const shortcuts = new Shortcuts(() => isOn);
    const [stop, settings] = [vi.fn(), vi.fn()];
    shortcuts.bind({ s: stop, 'g s': settings });
    shortcuts.press(key('g'), 0);
    shortcuts.press(key('s'), 1_300);
    expect(stop).toHaveBeenCalledOnce();
  });

  it('are pending between the first and the second', () => {
    const shortcuts = new Shortcuts(() => isOn);
    shortcuts.bind({ 'g s': vi.fn() });
    const seen = ['x', 'g', 's'].map((name) => {
      shortcuts.press(key(name), 0);
      return shortcuts.isWaiting(0);
    });
    expect(seen).toEqual([false, true, false]);
  });

  it('are pending no longer than they count', () => {
    const shortcuts = new Shortcuts(() => isOn);
    shortcuts.bind({ 'g s': vi.fn() });
    shortcuts.press(key('g'), 100);
    expect([100, 1_299, 1_300].map((at) => shortcuts.isWaiting(at))).toEqual([true, true, false]);
  });

  it('without a binding do nothing', () => {
    const shortcuts = new Shortcuts(() => isOn);
    const stop = vi.fn();
    shortcuts.bind({ s: stop, 'g d': vi.fn() });
    shortcuts.press(key('g'), 0);
    expect(shortcuts.press(key('s'), 100)).toBe(false);
    expect(stop).not.toHaveBeenCalled();
  });
});

describe('keys with Ctrl or Cmd', () => {
  it.each([[{ ctrlKey: true }], [{ metaKey: true }]])('work while single keys are switched off: %j', (held) => {
    isOn = false;
    const shortcuts = new Shortcuts(() => isOn);
    const search = vi.fn();
    shortcuts.bind({ 'mod+k': search });
    expect(shortcuts.press(key('k', held), 0)).toBe(true);
    expect(search).toHaveBeenCalledOnce();
  });

  it('undo the last change from an empty field, unless its text was just erased there', () => {
    const [shortcuts, undo] = [new Shortcuts(() => isOn), vi.fn()];
    shortcuts.bind({ 'mod+z': undo });
    const target = Object.assign(new FakeElement(true), { value: '' });
    const pressed = (name: string, change: object = {}) => shortcuts.press(key(name, { target, ...change }), 0);
    expect(pressed('z', { ctrlKey: true })).toBe(true);
    expect(undo).toHaveBeenCalledTimes(1);
    pressed('Backspace');
    expect(pressed('z', { ctrlKey: true })).toBe(false);
    pressed('Tab');
    expect(pressed('z', { metaKey: true })).toBe(true);
    target.value = 'Work';
    expect(pressed('z', { ctrlKey: true })).toBe(false);
    expect(undo).toHaveBeenCalledTimes(2);
  });

  it('leave a field its own undo, but not its search', () => {
    const shortcuts = new Shortcuts(() => isOn);
    const [search, undo] = [vi.fn(), vi.fn()];
    shortcuts.bind({ 'mod+k': search, 'mod+z': undo });
    const typed = { ctrlKey: true, target: new FakeElement(true) };
    expect(shortcuts.press(key('k', typed), 0)).toBe(true);
    expect(shortcuts.press(key('z', typed), 0)).toBe(false);
    expect(undo).not.toHaveBeenCalled();
  });

  it.each([
    ['below a dialog', {}, {}],
    ['with Shift', null, { shiftKey: true }],
  ])('do nothing %s', (_case, open, change) => {
    floating = open;
    const shortcuts = new Shortcuts(() => isOn);
    const undo = vi.fn();
    shortcuts.bind({ 'mod+z': undo });
    expect(shortcuts.press(key('z', { ctrlKey: true, ...change }), 0)).toBe(false);
    expect(undo).not.toHaveBeenCalled();
  });
});
