/**
 * The text of a search field and the search that its list shows. The list follows while someone types, and its search
 * comes back as the address: on a slow machine late, and then it must not replace what was typed since.
 */
export type TypedSearch = {
  /** What is in the field. */
  text: string;
  /** What the address said last. */
  search: string;
  /** What the field asked for and the address has not said yet, oldest first. */
  sent: readonly string[];
};

/** A field before anything is typed: it shows what the address says. */
export function unasked(search: string): TypedSearch {
  return { text: search, search, sent: [] };
}

/** What the list is to be asked for now; null where it was asked for it already. */
export function wantedSearch({ text, search, sent }: TypedSearch): string | null {
  const wanted = text.trim();
  return wanted === (sent.at(-1) ?? search) ? null : wanted;
}

/** The address says something else: what the field asked for, or what Back or a link leads to. */
export function addressChanged(typed: TypedSearch, search: string): TypedSearch {
  const at = typed.sent.indexOf(search);
  if (at >= 0) return { ...typed, search, sent: typed.sent.slice(at + 1) };
  return { text: typed.text.trim() === search ? typed.text : search, search, sent: [] };
}
