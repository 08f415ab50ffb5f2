import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { UnsavedText } from '#/lib/client/page/unsaved-text.ts';

class FakeElement {
  isConnected = true;
  readonly value: string | undefined;
  readonly type: string;
  readonly name: string;
  readonly autocomplete: string;
  readonly #isPressed: boolean;
  constructor(value?: string, { type = 'text', name = '', autocomplete = '', isPressed = false } = {}) {
    this.value = value;
    this.type = type;
    this.name = name;
    this.autocomplete = autocomplete;
    this.#isPressed = isPressed;
  }
  closest(selector: string) {
    return (selector.includes('textarea') ? this.value !== undefined : this.#isPressed) ? this : null;
  }
}

beforeEach(() => vi.stubGlobal('Element', FakeElement));
afterEach(() => vi.unstubAllGlobals());

const press = (key: string, target: FakeElement | null, change: object = {}) =>
  ({ key, target, ctrlKey: false, metaKey: false, altKey: false, ...change }) as unknown as KeyboardEvent;

/** Whether `s` at this time still belongs to the text, after a `b` in a field at 0. */
function isKept(at: number, between: (words: UnsavedText, field: FakeElement) => void): boolean {
  const [words, field] = [new UnsavedText(), new FakeElement('b')];
  expect(words.capturesKey(press('b', field), 0, false)).toBe(false);
  between(words, field);
  return words.capturesKey(press('s', null), at, false);
}

const goes = (at: number) => (words: UnsavedText, field: FakeElement) => {
  field.isConnected = false;
  words.takeLostText(at);
};

describe('letters typed after their field was removed', () => {
  it('belong to the text while they follow each other within a second', () => {
    expect(isKept(900, () => {})).toBe(true);
    expect(isKept(1_800, (words) => words.capturesKey(press('u', null), 900, false))).toBe(true);
  });

  it('belong to the text for a second after the field was removed, however long ago the last letter was', () => {
    expect(isKept(60_900, goes(60_000))).toBe(true);
    expect(isKept(61_000, goes(60_000))).toBe(false);
  });

  it('are shortcuts again after a pause', () => {
    expect(isKept(1_000, () => {})).toBe(false);
  });

  it.each([
    ['Enter', true, {}],
    ['Escape', true, {}],
    ['Tab', true, {}],
    ['x', true, { ctrlKey: true }],
    ['Escape', false, {}],
  ])('have their usual meaning after %s (in the field: %s) %j', (key, isInField, change) => {
    const end = (words: UnsavedText, field: FakeElement) =>
      void words.capturesKey(press(key, isInField ? field : null, change), 100, false);
    expect(isKept(200, end)).toBe(false);
    expect(isKept(400, (words, field) => [end, goes(300)].forEach((step) => void step(words, field)))).toBe(false);
  });

  it.each(['pointerdown', 'click', 'submit', 'popstate'])('have their usual meaning after %s', (type) => {
    const page = new EventTarget();
    const happens = (words: UnsavedText) => {
      words.endOn(page, new AbortController().signal);
      page.dispatchEvent(new Event(type));
    };
    expect(isKept(200, happens)).toBe(false);
    // Its text was not lost.
    const [words, field] = [new UnsavedText(), new FakeElement('Review')];
    words.capturesKey(press('w', field), 0, false);
    happens(words);
    field.isConnected = false;
    expect(words.takeLostText(100)).toBeNull();
  });

  it('leave Space to a focused switch while their field is still there', () => {
    const [words, field] = [new UnsavedText(), new FakeElement('05:30')];
    const toggle = new FakeElement(undefined, { isPressed: true });
    words.capturesKey(press('a', field), 0, false);
    expect(words.capturesKey(press(' ', toggle), 100, false)).toBe(false);
    words.capturesKey(press('a', field), 200, false);
    field.isConnected = false;
    words.takeLostText(250);
    expect(words.capturesKey(press(' ', toggle), 300, false)).toBe(true);
  });

  it('leave F5, arrows and keys with Alt to the browser', () => {
    for (const [key, change] of [['F5'], ['ArrowDown'], ['d', { altKey: true }]] as const) {
      const words = new UnsavedText();
      words.capturesKey(press('b', new FakeElement('b')), 0, false);
      expect(words.capturesKey(press(key, null, change), 100, false)).toBe(false);
    }
  });
});

describe('text whose field is removed', () => {
  it('is reported once, and only while it is being typed', () => {
    const [words, field] = [new UnsavedText(), new FakeElement(' Review ')];
    words.capturesKey(press('w', field), 0, false);
    expect(words.takeLostText(100)).toBeNull();
    field.isConnected = false;
    expect(words.takeLostText(200)).toBe('Review');
    expect(words.takeLostText(300)).toBeNull();
  });

  it('is not reported when it was sent, discarded or emptied', () => {
    for (const [value, key] of [
      ['Review', 'Enter'],
      ['Review', 'Escape'],
      [' ', 'Backspace'],
    ] as const) {
      const [words, field] = [new UnsavedText(), new FakeElement(value)];
      words.capturesKey(press('w', field), 0, false);
      words.capturesKey(press(key, field), 0, false);
      field.isConnected = false;
      expect(words.takeLostText(100)).toBeNull();
    }
  });
});

describe('fields with secret text', () => {
  it.each([
    ['password', ''],
    ['search', ''],
    ['text', 'current-password'],
    ['text', 'new-password'],
    ['text', 'section-a one-time-code'],
    ['text', 'off', 'secret'],
  ])('are not reported: type %s, autocomplete "%s", name "%s"', (type, autocomplete, name = '') => {
    const [words, field] = [new UnsavedText(), new FakeElement('hunter2', { type, name, autocomplete })];
    expect(words.capturesKey(press('2', field), 0, true)).toBe(false);
    field.isConnected = false;
    expect(words.takeLostText(100)).toBeNull();
    // The following letters still have no other meaning.
    expect(words.capturesKey(press('x', null), 200, false)).toBe(true);
  });
});

describe('letters typed before their field is there', () => {
  it('are kept for it, once, without erased ones', () => {
    const words = new UnsavedText();
    const kept = [...'psx', 'Backspace', ' '].map((key) => words.capturesKey(press(key, null), 0, true));
    expect(kept).toEqual([true, true, true, true, true]);
    expect(words.capturesKey(press('Enter', null), 0, true)).toBe(false);
    expect(words.takeEarlyText()).toBe('ps ');
    expect(words.takeEarlyText()).toBe('');
  });

  it('are dropped with Escape, and by the next key when the field never appeared', () => {
    for (const [key, isAwaited] of [
      ['Escape', true],
      ['x', false],
    ] as const) {
      const words = new UnsavedText();
      words.capturesKey(press('p', null), 0, true);
      expect(words.capturesKey(press(key, null), 5_000, isAwaited)).toBe(false);
      expect(words.takeEarlyText()).toBe('');
    }
  });

  it('leave Space to the focused button, unless it is within words', () => {
    const [words, button] = [new UnsavedText(), new FakeElement(undefined, { isPressed: true })];
    expect(words.capturesKey(press(' ', button), 0, true)).toBe(false);
    expect(words.capturesKey(press('Enter', button), 0, true)).toBe(false);
    for (const key of 'a b') expect(words.capturesKey(press(key, button), 100, true)).toBe(true);
    expect(words.takeEarlyText()).toBe('a b');
  });

  it('are no longer kept after Escape, until another field is awaited', () => {
    const words = new UnsavedText();
    words.capturesKey(press('p', null), 0, true);
    words.capturesKey(press('Escape', null), 100, true);
    expect(words.capturesKey(press('s', null), 200, true)).toBe(false);
    expect(words.takeEarlyText()).toBe('');
    expect(words.capturesKey(press('s', null), 300, true)).toBe(true);
    words.capturesKey(press('Escape', null), 400, true);
    words.capturesKey(press('k', null), 5_000, false);
    expect(words.capturesKey(press('s', null), 5_100, true)).toBe(true);
  });

  it("replace the field's selection when it gets the focus", async () => {
    const [words, page, field] = [new UnsavedText(), new EventTarget(), new FakeElement('Old title')];
    const seen: string[] = [];
    const active: { field: FakeElement | null } = { field: null };
    words.insertOn(page, new AbortController().signal, {
      isFieldActive: () => active.field !== null,
      insert: (early) => void seen.push(early),
    });
    page.addEventListener('focusin', () => seen.push('select'));
    for (const key of 'New') words.capturesKey(press(key, null), 0, true);
    // The dialog around it gets the focus first.
    page.dispatchEvent(new Event('focusin'));
    await Promise.resolve();
    expect(seen).toEqual(['select']);
    active.field = field;
    page.dispatchEvent(new Event('focusin'));
    page.dispatchEvent(new Event('focusin'));
    await Promise.resolve();
    expect(seen).toEqual(['select', 'select', 'select', 'New']);
  });
});
