const LIST = new Intl.ListFormat('en', { type: 'conjunction' });

/** `a`, `a and b`, `a, b, and c`. */
export function listWords(words: readonly string[]): string {
  return LIST.format(words);
}
