import type { Ctx } from '#/lib/accounts/context.ts';
import { AppError } from '#/lib/core/errors.ts';
import { FairTurns } from '#/lib/core/fair-turns.ts';
import type { Tx } from '#/lib/db/client.ts';

/**
 * Searches read many rows. So few at once, and so long each, that creates and answers always find a connection; one of a
 * workspace, so that no workspace waits for the searches of another.
 */
const TURNS = new FairTurns({ atOnce: 2, perTenant: 1, mostWaiting: 20 });
const RETRY_SECONDS = 5;
const LONGEST_S = 5;
const CANCELED = '57014';

/**
 * Runs a read that may go through all alarms of a workspace.
 * @throws AppError 503 `search_too_slow` when it takes too long, `too_many_searches` when too many wait
 */
export function searching<T>(ctx: Ctx, read: (sql: Tx) => Promise<T>): Promise<T> {
  return TURNS.run(ctx.actor.workspaceId, () => inTime(ctx, read), tooMany);
}

/** A read by an index that may still take long, without a turn. @throws AppError 503 `search_too_slow` */
export async function inTime<T>({ db }: Ctx, read: (sql: Tx) => Promise<T>): Promise<T> {
  try {
    return await db.$transaction(async (tx) => {
      await tx.$executeRawUnsafe(`set local statement_timeout = '${LONGEST_S}s'`);
      return await read(tx);
    });
  } catch (error) {
    throw wasCanceled(error) ? tooSlow(error) : error;
  }
}

function wasCanceled(error: unknown): boolean {
  const driver = (error as { meta?: { driverAdapterError?: { cause?: { originalCode?: string } } } }).meta;
  return driver?.driverAdapterError?.cause?.originalCode === CANCELED;
}

function tooMany(): AppError {
  return new AppError('too_many_searches', {
    status: 503,
    detail: 'Too many searches are waiting in this workspace. Try again in a moment.',
    headers: { 'Retry-After': String(RETRY_SECONDS) },
  });
}

function tooSlow(cause: unknown): AppError {
  return new AppError('search_too_slow', {
    status: 503,
    detail: `The search took longer than ${LONGEST_S} s. Narrow it by a time range, or search by id or external_id.`,
    headers: { 'Retry-After': String(RETRY_SECONDS) },
    cause,
  });
}
