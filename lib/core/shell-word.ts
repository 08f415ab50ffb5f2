/**
 * A text as one word of a POSIX shell. Within single quotes the shell interprets nothing but the closing quote; a quote
 * itself goes outside them.
 */
export function shellWord(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
