type Cause = { kind?: string; originalCode?: string; code?: string; severity?: string };
type DriverError = { message?: string; severity?: string; cause?: Cause };

/** Prisma: can't reach, timed out, closed, pool exhausted, transaction not begun, too many connections. */
const PRISMA_CODES = new Set(['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2028', 'P2037']);
const KINDS = new Set([
  'DatabaseNotReachable',
  'ConnectionClosed',
  'TooManyConnections',
  'SocketTimeout',
  'TlsConnectionError',
  'AuthenticationFailed',
  'DatabaseAccessDenied',
]);
/**
 * Postgres: shut down, starting up, crashed (57P0x), no more connections or room, a lock timeout, a canceled statement,
 * a deadlock, read-only; a rejected password (28): it is being rotated, and this process has the previous one until it
 * is restarted.
 */
const SQL_STATES = /^(?:57P0[1-5]|57014|53[123]00|55P03|40001|40P01|25006|08\d{3}|25P03|28000|28P01)$/;
/**
 * The SQLSTATE of PgBouncer's own errors, which end the connection, such as that of a rejected password. PostgreSQL uses
 * it for malformed messages of a client, whose connection goes on.
 */
const POOLER_STATE = '08P01';
const ENDS_CONNECTION = 'FATAL';
/** A connection that was lost after a statement was sent on it. */
const LOST_KINDS = new Set(['ConnectionClosed', 'SocketTimeout']);
const LOST_TEXT =
  /Query read timeout|Connection terminated(?! due to connection timeout)|closed the connection|ECONNRESET|EPIPE|ETIMEDOUT/;
const UNAVAILABLE_MESSAGE =
  /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|Query read timeout|timeout expired|Client was closed|ECONNRESET|EPIPE|ETIMEDOUT|not queryable|Connection terminated|closed the connection|timeout exceeded when trying to connect|Can't reach database/;

const CANCELED = '57014';
const LOCK_NOT_AVAILABLE = '55P03';

/** True when the database has ended a statement that took too long. */
export function isCanceled(error: unknown): boolean {
  return error instanceof Error && stateOf(error) === CANCELED;
}

/** True when a statement waited longer for a lock than the session's `lock_timeout`. */
export function isLockTimeout(error: unknown): boolean {
  return error instanceof Error && stateOf(error) === LOCK_NOT_AVAILABLE;
}

/** True when an error means that the database is unavailable at the moment, so that retrying soon makes sense. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const driver = driverErrorOf(error);
  return (
    PRISMA_CODES.has(codeOf(error)) ||
    KINDS.has(driver.cause?.kind ?? '') ||
    SQL_STATES.test(stateOf(error)) ||
    (stateOf(error) === POOLER_STATE && (driver.cause ?? driver).severity === ENDS_CONNECTION) ||
    UNAVAILABLE_MESSAGE.test(`${error.message} ${driver.message ?? ''}`)
  );
}

/** True when the connection was lost while a response was awaited: the statement may or may not have been executed. */
export function isOutcomeUnknown(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const driver = driverErrorOf(error);
  return LOST_KINDS.has(driver.cause?.kind ?? '') || LOST_TEXT.test(`${error.message} ${driver.message ?? ''}`);
}

/** The SQLSTATE, where the server has responded. */
function stateOf(error: Error): string {
  const driver = driverErrorOf(error);
  return driver.cause?.originalCode ?? driver.cause?.code ?? codeOf(error);
}

function driverErrorOf(error: Error): DriverError {
  return (error as { meta?: { driverAdapterError?: DriverError } }).meta?.driverAdapterError ?? (error as DriverError);
}

function codeOf(error: Error): string {
  return (error as { code?: string }).code ?? '';
}
