/** A text as one word of a POSIX shell. Within single quotes it reads nothing but the end; a quote itself is put outside. */
export function shellWord(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
