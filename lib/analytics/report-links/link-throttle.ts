import { AccountThrottle } from '#/lib/accounts/sessions/account-throttle.ts';

/** Failed passwords allowed within the window. One office shares an address, so it gets more. */
export const ATTEMPTS_PER_LINK = 10;
const ATTEMPTS_PER_ADDRESS = 50;
const WINDOW_SECONDS = 15 * 60;

/** Counts password attempts for links; the link takes the place of the account. */
export const linkThrottle = new AccountThrottle({
  name: 'report_link',
  perAccount: ATTEMPTS_PER_LINK,
  perAddress: ATTEMPTS_PER_ADDRESS,
  windowSeconds: WINDOW_SECONDS,
  error: { code: 'link_password_throttled', reason: 'Too many passwords were wrong.' },
});

/** Per minute: a report of a year is expensive, and anyone may open it. */
export const OPENINGS_PER_LINK = 60;
const OPENINGS_PER_ADDRESS = 600;

/** Counts how often links are opened. */
export const openingThrottle = new AccountThrottle({
  name: 'report_link_opening',
  perAccount: OPENINGS_PER_LINK,
  perAddress: OPENINGS_PER_ADDRESS,
  windowSeconds: 60,
  error: { code: 'report_link_busy', reason: 'This report was opened too often.' },
});
