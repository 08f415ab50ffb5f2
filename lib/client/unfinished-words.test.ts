import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { UnfinishedWords } from '#/lib/client/unfinished-words.ts';

class FakeElement {
  isConnected = true;
  readonly value: string | undefined;
  constructor(value?: string) {
    this.value = value;
  }
  closest() {
    return this.value === undefined ? null : this;
  }
}

beforeEach(() => vi.stubGlobal('Element', FakeElement));
afterEach(() => vi.unstubAllGlobals());

const press = (key: string, target: FakeElement | null, change: object = {}) =>
  ({ key, target, ctrlKey: false, metaKey: false, altKey: false, ...change }) as unknown as KeyboardEvent;

/** Whether `s` at this time still belongs to the words, after a `b` in a field at 0. */
function isKept(at: number, between: (words: UnfinishedWords, field: FakeElement) => void): boolean {
  const [words, field] = [new UnfinishedWords(), new FakeElement('b')];
  expect(words.keeps(press('b', field), 0, false)).toBe(false);
  between(words, field);
  return words.keeps(press('s', null), at, false);
}

const goes = (at: number) => (words: UnfinishedWords, field: FakeElement) => {
  field.isConnected = false;
  words.lost(at);
};

describe('letters typed after their field went', () => {
  it('belong to the words while they follow each other within a second', () => {
    expect(isKept(900, () => {})).toBe(true);
    expect(isKept(1_800, (words) => words.keeps(press('u', null), 900, false))).toBe(true);
  });

  it('belong to the words for a second after the field went, however long ago the last letter was', () => {
    expect(isKept(60_900, goes(60_000))).toBe(true);
    expect(isKept(61_000, goes(60_000))).toBe(false);
  });

  it('mean what they mean after a pause', () => {
    expect(isKept(1_000, () => {})).toBe(false);
  });

  it.each([
    ['Enter', true, {}],
    ['Escape', true, {}],
    ['Tab', true, {}],
    ['x', true, { ctrlKey: true }],
    ['Escape', false, {}],
  ])('mean what they mean after %s (in the field: %s) %j', (key, isInField, change) => {
    const end = (words: UnfinishedWords, field: FakeElement) =>
      void words.keeps(press(key, isInField ? field : null, change), 100, false);
    expect(isKept(200, end)).toBe(false);
    expect(isKept(400, (words, field) => [end, goes(300)].forEach((step) => void step(words, field)))).toBe(false);
  });

  it('mean what they mean after a press of the pointer', () => {
    expect(isKept(200, (words) => words.end())).toBe(false);
  });

  it('leave F5, arrows and keys with Alt to the browser', () => {
    for (const [key, change] of [['F5'], ['ArrowDown'], ['d', { altKey: true }]] as const) {
      const words = new UnfinishedWords();
      words.keeps(press('b', new FakeElement('b')), 0, false);
      expect(words.keeps(press(key, null, change), 100, false)).toBe(false);
    }
  });
});

describe('words whose field goes', () => {
  it('are told once, and only while somebody is typing them', () => {
    const [words, field] = [new UnfinishedWords(), new FakeElement(' Review ')];
    words.keeps(press('w', field), 0, false);
    expect(words.lost(100)).toBeNull();
    field.isConnected = false;
    expect(words.lost(200)).toBe('Review');
    expect(words.lost(300)).toBeNull();
  });

  it('are not told when they were sent, given up or emptied', () => {
    for (const [value, key] of [
      ['Review', 'Enter'],
      ['Review', 'Escape'],
      [' ', 'Backspace'],
    ] as const) {
      const [words, field] = [new UnfinishedWords(), new FakeElement(value)];
      words.keeps(press('w', field), 0, false);
      words.keeps(press(key, field), 0, false);
      field.isConnected = false;
      expect(words.lost(100)).toBeNull();
    }
  });
});

describe('letters typed before their field is there', () => {
  it('are kept for it, once, with what was erased taken out', () => {
    const words = new UnfinishedWords();
    const kept = [...'psx', 'Backspace', ' '].map((key) => words.keeps(press(key, null), 0, true));
    expect(kept).toEqual([true, true, true, true, true]);
    expect(words.keeps(press('Enter', null), 0, true)).toBe(false);
    expect(words.takeEarly()).toBe('ps ');
    expect(words.takeEarly()).toBe('');
  });

  it('are forgotten with Escape, and by the next key when the field never came', () => {
    for (const [key, isAwaited] of [
      ['Escape', true],
      ['x', false],
    ] as const) {
      const words = new UnfinishedWords();
      words.keeps(press('p', null), 0, true);
      expect(words.keeps(press(key, null), 5_000, isAwaited)).toBe(false);
      expect(words.takeEarly()).toBe('');
    }
  });
});
