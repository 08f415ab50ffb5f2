import { createHash } from 'node:crypto';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { addressBlock } from '#/lib/accounts/sessions/client-address.ts';
import { MINUTE_MS, SECOND_MS } from '#/lib/core/duration.ts';
import { AppError } from '#/lib/core/errors.ts';
import type { Db } from '#/lib/db/client.ts';
import { throttleTable } from '#/lib/db/throttle-client.ts';

/** Tries that may fail within the window before more are refused. One office shares an address, so it gets more. */
export const TRIES_PER_ACCOUNT = 10;
export const TRIES_PER_ADDRESS = 50;
export const WINDOW_SECONDS = 15 * 60;

type Limiters = { account: RateLimiterPostgres; address: RateLimiterPostgres };
type Caller = { email: string; address: string | null };

const shared = new WeakMap<Db, Limiters>();

/**
 * Takes a try from the account's and the address's allowance before the password is looked at, so that guesses sent at
 * once count one by one. Counted in Postgres: all web processes share it. An address nobody has signed up with is
 * counted like any other, so the refusal tells nothing. Throws 429 `sign_in_throttled` with the time to wait.
 */
export async function takeTry(db: Db, caller: Caller): Promise<void> {
  if (caller.address) await takeAddressTry(db, caller.address);
  await consume(limitersOf(db).account, accountKey(caller.email));
}

/** The part of it that is the address's, for what costs a hash without an account to count it for. */
export async function takeAddressTry(db: Db, address: string): Promise<void> {
  await consume(limitersOf(db).address, addressBlock(address));
}

/** Gives the tries back after a success: all of the account's, the one of the address. */
export async function returnTries(db: Db, caller: Caller): Promise<void> {
  await limitersOf(db).account.delete(accountKey(caller.email));
  if (caller.address) await returnAddressTry(db, caller.address);
}

export async function returnAddressTry(db: Db, address: string): Promise<void> {
  await limitersOf(db).address.reward(addressBlock(address), 1);
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
  return new AppError('sign_in_throttled', {
    status: 429,
    detail: `Too many sign-ins have failed here. Try again in ${Math.max(1, Math.ceil(waitMs / MINUTE_MS))}\u00a0min.`,
    headers: { 'Retry-After': String(Math.ceil(waitMs / SECOND_MS)) },
  });
}

/** Hashed, since what people type into the field is not always theirs to keep, or an address at all. */
function accountKey(email: string): string {
  return createHash('sha256').update(email).digest('base64url');
}

function limitersOf(db: Db): Limiters {
  let limiters = shared.get(db);
  if (!limiters) {
    const window = { ...throttleTable(db), duration: WINDOW_SECONDS };
    limiters = {
      account: new RateLimiterPostgres({ ...window, keyPrefix: 'sign_in:account', points: TRIES_PER_ACCOUNT }),
      // One of the two sweeps the table they share.
      address: new RateLimiterPostgres({
        ...window,
        keyPrefix: 'sign_in:address',
        points: TRIES_PER_ADDRESS,
        clearExpiredByTimeout: false,
      }),
    };
    shared.set(db, limiters);
  }
  return limiters;
}
