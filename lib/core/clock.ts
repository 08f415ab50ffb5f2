/** Anything that can run a SQL statement: the Prisma client or a transaction of it. */
export type SqlRunner = {
  $queryRaw<T>(query: TemplateStringsArray, ...values: unknown[]): PromiseLike<T>;
};

/**
 * The one source of "now" for decisions. Production reads it from the database (`lib/db/database-clock.ts`); tests set
 * it (`test/settable-clock.ts`). Instants are whole milliseconds, UTC.
 */
export interface Clock {
  /**
   * Current instant. Verbs call it after they hold the user's lock, on their own transaction, so that the order of
   * locks is the order of instants (docs/decisions/0003).
   */
  now(sql: SqlRunner): Promise<Date>;

  /** Current instant, given the database's time that a statement has just read along with its rows: saves a query. */
  nowGiven?(databaseTime: Date): Date;
}
