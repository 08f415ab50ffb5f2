import { AccountThrottle } from '#/lib/accounts/sessions/account-throttle.ts';
import type { Db } from '#/lib/db/client.ts';

/** Failed attempts allowed within the window. One office shares an address, so it gets more. */
export const ATTEMPTS_PER_ACCOUNT = 10;
export const ATTEMPTS_PER_ADDRESS = 50;
export const WINDOW_SECONDS = 15 * 60;

/**
 * Attempts in total, including successful ones and those with a provider: each costs a password hash or a session.
 */
export const SIGN_INS_PER_ACCOUNT = 100;
export const SIGN_INS_PER_ADDRESS = 1_000;

export const TOO_MANY_SIGN_INS = 'Too many sign-in attempts.';

type Caller = { email: string; address: string | null };

const signIns = new AccountThrottle({
  name: 'sign_in_any',
  perAccount: SIGN_INS_PER_ACCOUNT,
  perAddress: SIGN_INS_PER_ADDRESS,
  windowSeconds: WINDOW_SECONDS,
  error: { code: 'sign_in_throttled', reason: TOO_MANY_SIGN_INS },
});

const failures = new AccountThrottle({
  name: 'sign_in',
  perAccount: ATTEMPTS_PER_ACCOUNT,
  perAddress: ATTEMPTS_PER_ADDRESS,
  windowSeconds: WINDOW_SECONDS,
  isSweeper: true,
  error: { code: 'sign_in_throttled', reason: 'Too many failed sign-in attempts.' },
});

/**
 * Counts an attempt before the password is verified, so that concurrent guesses count one by one. Throws 429
 * `sign_in_throttled` with the time to wait.
 */
export async function countSignInAttempt(db: Db, { email, address }: Caller): Promise<void> {
  if (address) await countAddressAttempt(db, address);
  await failures.consumeAccount(db, email);
  await countAccountSignIn(db, email);
}

/** Counts only the address, for attempts that cost a hash but have no account to count against. */
export async function countAddressAttempt(db: Db, address: string): Promise<void> {
  await failures.consumeAddress(db, address);
  await countAddressSignIn(db, address);
}

/**
 * Counts a sign-in that is no guess at a password, so that it is not among the failures: somebody else's wrong
 * passwords keep no one out who needs none. Throws 429 `sign_in_throttled` with the time to wait.
 */
export async function countAddressSignIn(db: Db, address: string): Promise<void> {
  await signIns.consumeAddress(db, address);
}

/** The same by account. */
export async function countAccountSignIn(db: Db, email: string): Promise<void> {
  await signIns.consumeAccount(db, email);
}

/** A success clears the account's failures, and does not count as a failure of the address. */
export async function resetSignInAttempts(db: Db, { email, address }: Caller): Promise<void> {
  await failures.resetAccount(db, email);
  if (address) await failures.returnAddress(db, address);
}

export async function returnAddressAttempt(db: Db, address: string): Promise<void> {
  await failures.returnAddress(db, address);
}
