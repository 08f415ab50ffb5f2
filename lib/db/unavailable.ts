type DriverError = { message?: string; cause?: { kind?: string; originalCode?: string; code?: string } };

/** Prisma: can't reach, timed out, closed, pool exhausted, transaction not begun, too many connections. */
const PRISMA_CODES = new Set(['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2028', 'P2037']);
const KINDS = new Set([
  'DatabaseNotReachable',
  'ConnectionClosed',
  'TooManyConnections',
  'SocketTimeout',
  'TlsConnectionError',
]);
/**
 * Postgres: shut down, starting up, crashed (57P0x), no more connections or room, a lock not to be had in time, a
 * statement cut off, a deadlock, read-only.
 */
const SQL_STATES = /^(?:57P0[1-5]|57014|53[123]00|55P03|40001|40P01|25006|08\d{3}|25P03)$/;
const WORDS =
  /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|Query read timeout|ECONNRESET|EPIPE|ETIMEDOUT|not queryable|Connection terminated|closed the connection|timeout exceeded when trying to connect|Can't reach database/;

/** True when an error means that the database can't be had just now: trying again soon is the right answer. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, meta } = error as { code?: string; meta?: { driverAdapterError?: DriverError } };
  const driver = meta?.driverAdapterError ?? (error as DriverError);
  const state = driver.cause?.originalCode ?? driver.cause?.code ?? code ?? '';
  return (
    PRISMA_CODES.has(code ?? '') ||
    KINDS.has(driver.cause?.kind ?? '') ||
    SQL_STATES.test(state) ||
    WORDS.test(`${error.message} ${driver.message ?? ''}`)
  );
}
