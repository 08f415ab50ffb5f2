const LIST = new Intl.ListFormat('en', { type: 'conjunction' });

/** `a`, `a and b`, `a, b, and c`. */
export function formatList(items: readonly string[]): string {
  return LIST.format(items);
}
