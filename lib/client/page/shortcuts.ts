/** Key bindings: `p`, `?`, `g s` for a sequence, `mod+k` with Ctrl or Cmd. Letters are lowercase whatever Shift. */
export type Bindings = Record<string, (() => void) | undefined>;

type KeyPress = Pick<
  KeyboardEvent,
  'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'repeat' | 'defaultPrevented' | 'target'
>;

const SEQUENCE_MS = 1_200;
const FIELDS =
  'input:not([type=checkbox]):not([type=radio]):not([type=button]), textarea, select, [contenteditable=true]';
/** With Ctrl or Cmd; fields use all others themselves. */
const IN_FIELDS = ['mod+k'];
const UNDO = 'mod+z';
/** An empty field whose last key was one of these can restore its text; any other has nothing to undo. */
const DELETE_KEYS = ['Backspace', 'Delete', 'x'];
/** A field that is still loading gets typed text as well (`components/layout/guard-unsaved-text.ts`). */
const FLOATING = 'dialog[open], [role=dialog], [role=alertdialog], [role=menu], [data-awaits-field]';

/**
 * Single keys, off while a field has the focus, a dialog or menu is open, or the person has switched them off (WCAG
 * 2.1.4). Of several bindings of a key the latest counts.
 */
export class Shortcuts {
  readonly #isOn: () => boolean;
  readonly #bindings: Bindings[] = [];
  #prefix = '';
  #prefixAt = 0;
  /** The field whose text was erased last, if nothing was typed since. */
  #erased: EventTarget | null = null;

  constructor(isOn: () => boolean) {
    this.#isOn = isOn;
  }

  /** Returns a function that stops it. */
  bind(bindings: Bindings): () => void {
    this.#bindings.push(bindings);
    return () => {
      this.#bindings.splice(this.#bindings.indexOf(bindings), 1);
    };
  }

  /** Runs the binding of a key. True if there is one. */
  press(event: KeyPress, at: number): boolean {
    const chord = chordOf(event);
    if (chord !== UNDO) this.#erased = DELETE_KEYS.includes(event.key) ? event.target : null;
    if (chord) return this.#pressChord(chord, event);
    if (!counts(event) || !this.#isOn()) return false;
    const key = event.key.toLowerCase();
    const prefix = this.isWaiting(at) ? this.#prefix : '';
    this.#prefix = '';
    const run = this.#find(prefix ? `${prefix} ${key}` : key);
    if (run) run();
    else if (!prefix && this.#isPrefix(key)) [this.#prefix, this.#prefixAt] = [key, at];
    else return false;
    return true;
  }

  /** True for a while after the first key of a sequence, such as G: the next key belongs to it, and to nothing else. */
  isWaiting(at: number): boolean {
    return this.#prefix !== '' && at - this.#prefixAt < SEQUENCE_MS;
  }

  /** Not a single key, so it can't be switched off. */
  #pressChord(chord: string, { target, defaultPrevented }: KeyPress): boolean {
    if (defaultPrevented || document.querySelector(FLOATING)) return false;
    if (fieldOf(target) && !IN_FIELDS.includes(chord) && !this.#hasNothingToUndo(chord, target)) return false;
    const run = this.#find(chord);
    run?.();
    return run !== undefined;
  }

  /** A field that was focused automatically, such as after a stop, leaves the undo to the page. */
  #hasNothingToUndo(chord: string, target: EventTarget | null): boolean {
    return chord === UNDO && target !== this.#erased && (target as HTMLInputElement | null)?.value === '';
  }

  #find(keys: string): (() => void) | undefined {
    return this.#bindings.findLast((bindings) => bindings[keys])?.[keys];
  }

  #isPrefix(key: string): boolean {
    return this.#bindings.some((bindings) => Object.keys(bindings).some((keys) => keys.startsWith(`${key} `)));
  }
}

function chordOf({ key, ctrlKey, metaKey, altKey, shiftKey, repeat }: KeyPress): string | null {
  if (altKey || shiftKey || repeat || ctrlKey === metaKey) return null;
  return `mod+${key.toLowerCase()}`;
}

/** The text field at this target; null for anything else. */
export function fieldOf(target: EventTarget | null): Element | null {
  return target instanceof Element ? target.closest(FIELDS) : null;
}

function counts(event: KeyPress): boolean {
  if (event.defaultPrevented || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return false;
  if (fieldOf(event.target)) return false;
  return !document.querySelector(FLOATING);
}
