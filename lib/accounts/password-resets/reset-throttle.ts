import { AccountThrottle } from '#/lib/accounts/sessions/account-throttle.ts';
import type { Db } from '#/lib/db/client.ts';

/** Links that may be requested within an hour, for one account and from one network. */
export const RESETS_PER_ACCOUNT = 5;
export const RESETS_PER_ADDRESS = 20;

const resets = new AccountThrottle({
  name: 'reset',
  perAccount: RESETS_PER_ACCOUNT,
  perAddress: RESETS_PER_ADDRESS,
  windowSeconds: 60 * 60,
  error: { code: 'reset_throttled', reason: 'Too many links were sent.' },
});

/** Counts a request for a link. Throws 429 `reset_throttled` with the time to wait. */
export async function countResetRequest(
  db: Db,
  { email, address }: { email: string; address: string | null },
): Promise<void> {
  if (address) await resets.consumeAddress(db, address);
  await resets.consumeAccount(db, email);
}
