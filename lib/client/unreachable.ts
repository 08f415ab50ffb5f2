import type { FormError } from '#/lib/accounts/form-outcome.ts';

/** What a form says when no one has answered. */
export const UNREACHABLE: FormError = {
  ok: false,
  message: 'Can’t reach the server. Check the connection and try again.',
  fields: {},
};
