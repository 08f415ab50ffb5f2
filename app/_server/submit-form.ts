import type { z } from 'zod';
import { unavailableError } from '#/lib/api/responses/unavailable-error.ts';
import { type FormError, type FormOutcome, formErrorOfIssues } from '#/lib/client/http/form-outcome.ts';
import { SIGNED_OUT_WORDS } from '#/lib/client/http/problem.ts';
import { type AppError, isAppError } from '#/lib/core/errors.ts';
import { log } from '#/lib/core/log.ts';

/** What a form says whose session is over: leading to the sign-in page would lose what was typed. */
export const SIGNED_OUT: FormError = {
  ok: false,
  message: SIGNED_OUT_WORDS,
  fields: {},
};

/** Domain errors without a pointer that belong to one field all the same. */
const FIELD_OF: Record<string, string> = { email_taken: 'email' };

/**
 * Parses what a form sent with the noun's schema and calls the verb with it, as an endpoint does; what is wrong comes
 * back in words for the form. Callers check who is signed in first.
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
    const unavailable = unavailableError(error);
    log[unavailable ? 'warn' : 'error']({ err: error }, 'form failed');
    return { ok: false, message: unavailable ? messageOf(unavailable) : FAILED, fields: {} };
  }
}

// Whatever failed may have done so after something was saved, as where one verb follows another.
const FAILED = 'Something went wrong on our side. Check whether it was saved before you try again.';
const OUTCOME_UNKNOWN =
  'The database stopped responding, so it isn’t known whether this was saved. Check before you try again.';

/** A form has no key by which a repeat is recognized: what may have been saved is looked at first. */
function messageOf({ extra, detail }: AppError): string {
  return extra.outcome === 'unknown' ? OUTCOME_UNKNOWN : detail;
}

/** What a form says of a rejection by the domain; null for other errors. */
function formErrorOf(error: unknown): FormError | null {
  if (!isAppError(error)) return null;
  const fields = Object.fromEntries(error.fields.map(({ pointer, detail }) => [pointer.split('/')[1] ?? '', detail]));
  const field = FIELD_OF[error.code];
  if (field) fields[field] = error.detail;
  return { ok: false, message: messageBeside(fields, error), fields };
}

function messageBeside(fields: Record<string, string>, error: AppError): string | null {
  return Object.keys(fields).length > 0 ? null : error.detail;
}
