/** A ticket as it was named: by key, number, link or branch. `title` is what the link or the branch says about it. */
export type NamedTicket = { key: string; title: string; url: string | null };

/** Whether this is the key of the ticket that was named: `#34` alone names that number of any repository. */
export function names(named: NamedTicket, key: string): boolean {
  const [its, wanted] = [key.toUpperCase(), named.key.toUpperCase()];
  return its === wanted || (wanted.startsWith('#') && its.endsWith(wanted));
}
