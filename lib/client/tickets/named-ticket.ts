/** A ticket named by key, number, link or branch. `title` comes from the link or the branch. */
export type NamedTicket = { key: string; title: string; url: string | null };

/** Whether this is the key of the named ticket: `#34` alone matches that number in any repository. */
export function names(named: NamedTicket, key: string): boolean {
  const [its, wanted] = [key.toUpperCase(), named.key.toUpperCase()];
  return its === wanted || (wanted.startsWith('#') && its.endsWith(wanted));
}
