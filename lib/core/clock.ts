/**
 * The one source of "now" for decisions. Production asks the database (`lib/db/database-clock.ts`); tests set it by
 * hand (`test/settable-clock.ts`). Instants are whole milliseconds, UTC.
 */
export interface Clock {
  /**
   * Current instant. Verbs call it after they hold the user's lock, inside their transaction, so that the order of
   * locks is the order of instants (docs/decisions/0003).
   */
  now(): Promise<Date>;
}
