import type { z } from 'zod';
import { type FormOutcome, formErrorOf, formErrorOfIssues } from '#/lib/accounts/form-outcome.ts';
import { log } from '#/lib/core/log.ts';

/**
 * Parses what a form sent with the noun's schema and calls the verb with it, as an endpoint does; what is wrong comes
 * back in words for the form. Callers ask who is signed in before, since a redirect is thrown.
 */
export async function submitForm<S extends z.ZodType, T>(
  schema: S,
  sent: unknown,
  verb: (input: z.output<S>) => Promise<T>,
): Promise<FormOutcome<T>> {
  const parsed = schema.safeParse(sent);
  if (!parsed.success) return formErrorOfIssues(parsed.error);
  try {
    return { ok: true, value: await verb(parsed.data) };
  } catch (error) {
    const rejection = formErrorOf(error);
    if (rejection) return rejection;
    log.error({ err: error }, 'form failed');
    return { ok: false, message: 'The server could not do this, and nothing was saved. Try again.', fields: {} };
  }
}
