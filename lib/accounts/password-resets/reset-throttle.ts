import { createHash } from 'node:crypto';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { addressBlock } from '#/lib/accounts/sessions/client-address.ts';
import { MINUTE_MS, SECOND_MS } from '#/lib/core/duration.ts';
import { AppError } from '#/lib/core/errors.ts';
import type { Db } from '#/lib/db/client.ts';
import { throttleTable } from '#/lib/db/throttle-client.ts';

/** Links that may be asked for within the window, for one account and from one network. */
export const RESETS_PER_ACCOUNT = 5;
export const RESETS_PER_ADDRESS = 20;
const WINDOW_SECONDS = 60 * 60;

type Limiters = { account: RateLimiterPostgres; address: RateLimiterPostgres };

const shared = new WeakMap<Db, Limiters>();

/**
 * Counts a request for a link, whether or not the address has an account, so that the refusal tells nothing. Counted in
 * Postgres: all web processes share it. Throws 429 `reset_throttled` with the time to wait.
 */
export async function takeReset(db: Db, { email, address }: { email: string; address: string | null }): Promise<void> {
  const limiters = limitersOf(db);
  if (address) await consume(limiters.address, addressBlock(address));
  await consume(limiters.account, createHash('sha256').update(email).digest('base64url'));
}

async function consume(limiter: RateLimiterPostgres, key: string): Promise<void> {
  try {
    await limiter.consume(key, 1);
  } catch (error) {
    if (error instanceof RateLimiterRes) throw throttled(error.msBeforeNext);
    throw error;
  }
}

function throttled(waitMs: number): AppError {
  return new AppError('reset_throttled', {
    status: 429,
    detail: `Too many links were sent. Try again in ${Math.max(1, Math.ceil(waitMs / MINUTE_MS))}\u00a0min.`,
    headers: { 'Retry-After': String(Math.ceil(waitMs / SECOND_MS)) },
  });
}

function limitersOf(db: Db): Limiters {
  const known = shared.get(db);
  if (known) return known;
  // The limiters of signing in sweep the table they share.
  const window = { ...throttleTable(db), duration: WINDOW_SECONDS, clearExpiredByTimeout: false };
  const limiters = {
    account: new RateLimiterPostgres({ ...window, keyPrefix: 'reset:account', points: RESETS_PER_ACCOUNT }),
    address: new RateLimiterPostgres({ ...window, keyPrefix: 'reset:address', points: RESETS_PER_ADDRESS }),
  };
  shared.set(db, limiters);
  return limiters;
}
