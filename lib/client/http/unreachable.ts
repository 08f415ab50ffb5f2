import type { FormError } from '#/lib/client/http/form-outcome.ts';

/** Message of a form when the server did not respond. */
export const UNREACHABLE: FormError = {
  ok: false,
  message: 'Can’t reach the server. Check the connection and try again.',
  fields: {},
};
