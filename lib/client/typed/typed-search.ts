/**
 * The text of a search field and the search of its list. The list is updated while typing, and its search returns in
 * the URL: late on a slow machine, and then it must not replace text typed since.
 */
export type TypedSearch = {
  /** The text of the field. */
  text: string;
  /** The latest search in the URL. */
  search: string;
  /** Searches of the field that are not in the URL yet, oldest first. */
  sent: readonly string[];
};

/** A field before anything is typed: it shows the search in the URL. */
export function withoutRequest(search: string): TypedSearch {
  return { text: search, search, sent: [] };
}

/** The search to start now; null if it was already started. */
export function nextSearch({ text, search, sent }: TypedSearch): string | null {
  const wanted = text.trim();
  return wanted === (sent.at(-1) ?? search) ? null : wanted;
}

/** The URL has changed: to a search of the field, or by Back or a link. */
export function addressChanged(typed: TypedSearch, search: string): TypedSearch {
  const at = typed.sent.indexOf(search);
  if (at >= 0) return { ...typed, search, sent: typed.sent.slice(at + 1) };
  return { text: typed.text.trim() === search ? typed.text : search, search, sent: [] };
}
