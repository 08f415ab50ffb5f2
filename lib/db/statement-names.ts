/** What a statement begins with that is worth a name. */
const PREPARED = /^\s*\/\* prepared \*\//;

/**
 * Gives a name to each text that begins with the comment `prepared`, so that each connection parses and plans it once.
 * Others have none (''). It is worth it for statements of mutations and page loads. It is safe for lookups by the key
 * of a person, a timer or a session: the plan may be older than most of the rows, and then stays until the next
 * analyze. Tables that programs fill by the hundred thousand are excluded, and so are texts of varying length, which
 * would all be new.
 */
export class StatementNames {
  readonly #names = new Map<string, string>();

  nameOf(sql: string): string {
    const known = this.#names.get(sql);
    if (known !== undefined || !PREPARED.test(sql)) return known ?? '';
    const name = `prepared_${this.#names.size + 1}`;
    this.#names.set(sql, name);
    return name;
  }
}
