/** True for text that Postgres and JSON can hold: without U+0000 and without half of a surrogate pair. */
export function isStorable(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed();
}
