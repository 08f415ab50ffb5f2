import { createHash } from 'node:crypto';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { addressBlock } from '#/lib/accounts/sessions/client-address.ts';
import { MINUTE_MS, SECOND_MS } from '#/lib/core/duration.ts';
import type { ErrorCode } from '#/lib/core/error-codes.ts';
import { AppError } from '#/lib/core/errors.ts';
import type { Db } from '#/lib/db/client.ts';
import { throttleTable } from '#/lib/db/throttle-client.ts';

type Limits = {
  /** Prefix of the keys in the table; each throttle has its own. */
  name: string;
  perAccount: number;
  perAddress: number;
  windowSeconds: number;
  /** Deletes expired rows of the table, for all throttles; one of them does. */
  isSweeper?: boolean;
  error: { code: ErrorCode; reason: string };
};
type Limiters = { account: RateLimiterPostgres; address: RateLimiterPostgres };

/**
 * Attempts that an account and a network may make within a window. Counted in Postgres, so that all web processes share
 * the count. An email without an account counts like any other, so an error does not reveal who has an account.
 */
export class AccountThrottle {
  readonly #limits: Limits;
  readonly #limiters = new WeakMap<Db, Limiters>();

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /** Throws 429 with the time to wait, once the account's attempts are used up. */
  async consumeAccount(db: Db, email: string): Promise<void> {
    await this.#consume(this.#limitersOf(db).account, accountKey(email));
  }

  /** Throws 429 with the time to wait, once the network's attempts are used up. */
  async consumeAddress(db: Db, address: string): Promise<void> {
    await this.#consume(this.#limitersOf(db).address, addressBlock(address));
  }

  /** Releases all attempts of the account. */
  async resetAccount(db: Db, email: string): Promise<void> {
    await this.#limitersOf(db).account.delete(accountKey(email));
  }

  /** Releases one attempt of the network. */
  async returnAddress(db: Db, address: string): Promise<void> {
    await this.#limitersOf(db).address.reward(addressBlock(address), 1);
  }

  async #consume(limiter: RateLimiterPostgres, key: string): Promise<void> {
    try {
      await limiter.consume(key, 1);
    } catch (error) {
      if (error instanceof RateLimiterRes) throw this.#throttled(error.msBeforeNext);
      throw error;
    }
  }

  #throttled(waitMs: number): AppError {
    const { code, reason } = this.#limits.error;
    return new AppError(code, {
      detail: formatThrottled(reason, waitMs),
      headers: { 'Retry-After': String(Math.ceil(waitMs / SECOND_MS)) },
    });
  }

  #limitersOf(db: Db): Limiters {
    const known = this.#limiters.get(db);
    if (known) return known;
    const { name, perAccount, perAddress, windowSeconds, isSweeper = false } = this.#limits;
    const window = { ...throttleTable(db), duration: windowSeconds };
    const limiters = {
      account: new RateLimiterPostgres({
        ...window,
        keyPrefix: `${name}:account`,
        points: perAccount,
        clearExpiredByTimeout: isSweeper,
      }),
      address: new RateLimiterPostgres({
        ...window,
        keyPrefix: `${name}:address`,
        points: perAddress,
        clearExpiredByTimeout: false,
      }),
    };
    this.#limiters.set(db, limiters);
    return limiters;
  }
}

/** Why a throttle rejects, and when to try again. */
export function formatThrottled(reason: string, waitMs: number): string {
  return `${reason} Try again in ${Math.max(1, Math.ceil(waitMs / MINUTE_MS))}\u00a0min.`;
}

/** Hashed, since people may type something private into the field, or something that is no address. */
function accountKey(email: string): string {
  return createHash('sha256').update(email).digest('base64url');
}
