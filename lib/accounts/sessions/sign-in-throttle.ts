import { AccountThrottle } from '#/lib/accounts/sessions/account-throttle.ts';
import type { Db } from '#/lib/db/client.ts';

/** Attempts that may fail within the window. One office shares an address, so it gets more. */
export const TRIES_PER_ACCOUNT = 10;
export const TRIES_PER_ADDRESS = 50;
export const WINDOW_SECONDS = 15 * 60;

type Caller = { email: string; address: string | null };

const signIns = new AccountThrottle({
  name: 'sign_in',
  perAccount: TRIES_PER_ACCOUNT,
  perAddress: TRIES_PER_ADDRESS,
  windowSeconds: WINDOW_SECONDS,
  isSweeper: true,
  error: { code: 'sign_in_throttled', reason: 'Too many sign-ins have failed here.' },
});

/**
 * Counts an attempt before the password is looked at, so that guesses sent at once count one by one. Throws 429
 * `sign_in_throttled` with the time to wait.
 */
export async function takeTry(db: Db, { email, address }: Caller): Promise<void> {
  if (address) await signIns.consumeAddress(db, address);
  await signIns.consumeAccount(db, email);
}

/** The part of it that is the address's, for what costs a hash without an account to count it for. */
export async function takeAddressTry(db: Db, address: string): Promise<void> {
  await signIns.consumeAddress(db, address);
}

/** Gives the attempts back after a success: all of the account's, the one of the address. */
export async function returnTries(db: Db, { email, address }: Caller): Promise<void> {
  await signIns.resetAccount(db, email);
  if (address) await signIns.returnAddress(db, address);
}

export async function returnAddressTry(db: Db, address: string): Promise<void> {
  await signIns.returnAddress(db, address);
}
