/** The beginning of a statement that is worth a name. */
const PREPARED = /^\s*\/\* prepared \*\//;

/**
 * Gives a name to each text that begins with the comment `prepared`, so that each connection parses and plans it once.
 * Others get none (''). Worth it for statements of mutations and page loads. Safe for lookups by the key of a person, a
 * timer or a session: the plan may be older than most of the rows, and then stays until the next analyze. Not for
 * tables that programs fill with hundreds of thousands of rows, nor for texts of varying length, which would all be
 * new.
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
