import { fieldOf } from '#/lib/client/page/shortcuts.ts';

/** Letters that follow each other this closely belong to the same text. */
const SAME_TEXT_MS = 1_000;
/** In a field these end the text, or leave it. */
const ENDING_KEYS = ['Enter', 'Escape', 'Tab'];
const DELETE_KEYS = ['Backspace', 'Delete'];
/** A focused one of these is pressed by Space. */
const SPACE_ACTIVATED = 'button, a, summary, input, [role=button], [role=checkbox], [role=switch]';
/** This text is not visible on the screen, or not missed. */
const UNREPORTED_TYPES = ['password', 'search'];
const SECRET_FIELD = /(?:^|\s)(?:one-time-code|(?:current|new)-password|secret)(?:\s|$)/;
/** After these, typed keys have their usual meaning; a removed field was submitted, or left. */
const ENDING_EVENTS = ['pointerdown', 'click', 'submit', 'popstate'];

type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'target'>;
type Field = Element & Partial<Pick<HTMLInputElement, 'value' | 'type' | 'name' | 'autocomplete'>>;
/** How early letters get into a field: as typed. */
type Insert = { isFieldActive: () => boolean; insert: (early: string) => void };

/**
 * Text that someone is typing while its field disappears, or before it is there: a timer stops on another device, an
 * entry is deleted there, a form is still loading. The keys belong to the text, and must not pause, stop or delete
 * anything.
 */
export class UnsavedText {
  /** When the last letter was typed or its field was removed, unless something has ended the text. */
  #at = Number.NEGATIVE_INFINITY;
  #field: Field | null = null;
  #early = '';
  /** The awaited field is no longer wanted. */
  #isGivenUp = false;

  /**
   * True for a key that belongs to the text, and to nothing else on the page. `isAwaited` while a field is to appear.
   */
  capturesKey(press: KeyPress, at: number, isAwaited: boolean): boolean {
    const field = fieldOf(press.target);
    // Its field has not appeared, or is not wanted anymore.
    if (!isAwaited || press.key === 'Escape') this.takeEarlyText();
    if (press.key === 'Escape') this.#isGivenUp = isAwaited;
    if (isCommand(press)) this.end();
    else if (!isLetter(press)) return false;
    else if (field) [this.#field, this.#at] = [field, at];
    else if (isAwaited && !this.#isGivenUp) return this.#keepEarly(press);
    else if (at - this.#at < SAME_TEXT_MS && !(isPress(press) && this.#field?.isConnected)) {
      this.#at = at;
      return true;
    } else this.end();
    return false;
  }

  /** From here on, typed keys have their usual meaning. */
  end(): void {
    this.#at = Number.NEGATIVE_INFINITY;
    this.#field = null;
  }

  /** The page has changed. Returns the text whose field was removed with it, once; null if there is none. */
  takeLostText(at: number): string | null {
    const field = this.#field;
    if (!field || field.isConnected) return null;
    this.#field = null;
    this.#at = at;
    return (isReported(field) && field.value?.trim()) || null;
  }

  /** Ends the text when anything is pressed, submitted or left on the page. */
  endOn(page: EventTarget, signal: AbortSignal): void {
    for (const type of ENDING_EVENTS) page.addEventListener(type, () => this.end(), { capture: true, signal });
  }

  /** Inserts the early letters into the field that appears, after all focus handlers have made their selection. */
  insertOn(page: EventTarget, signal: AbortSignal, { isFieldActive, insert }: Insert): void {
    const insertEarly = () => {
      const early = isFieldActive() && this.takeEarlyText();
      if (early) insert(early);
    };
    page.addEventListener('focusin', () => queueMicrotask(insertEarly), { capture: true, signal });
  }

  /** The text typed before its field was there; once. */
  takeEarlyText(): string {
    const early = this.#early;
    this.#early = '';
    this.#isGivenUp = false;
    return early;
  }

  #keepEarly({ key, target }: KeyPress): boolean {
    if (isPress({ key, target }) && !this.#early) return false;
    this.#early = DELETE_KEYS.includes(key) ? this.#early.slice(0, -1) : this.#early + key;
    return true;
  }
}

/** Space on a focused control. */
function isPress({ key, target }: Pick<KeyPress, 'key' | 'target'>): boolean {
  return key === ' ' && target instanceof Element && target.closest(SPACE_ACTIVATED) !== null;
}

function isReported({ type = '', name = '', autocomplete = '' }: Field): boolean {
  return !UNREPORTED_TYPES.includes(type) && !SECRET_FIELD.test(`${name} ${autocomplete}`);
}

function isCommand({ key, ctrlKey, metaKey }: KeyPress): boolean {
  return ctrlKey || metaKey || ENDING_KEYS.includes(key);
}

function isLetter({ key, altKey }: KeyPress): boolean {
  return !altKey && (key.length === 1 || DELETE_KEYS.includes(key));
}
