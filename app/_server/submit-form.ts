import type { z } from 'zod';
import { unavailableError } from '#/lib/api/responses/unavailable-error.ts';
import { type FormError, type FormOutcome, formErrorOfIssues } from '#/lib/client/http/form-outcome.ts';
import { SIGNED_OUT_MESSAGE } from '#/lib/client/http/problem.ts';
import { type AppError, isAppError } from '#/lib/core/errors.ts';
import { log } from '#/lib/core/log.ts';

/** The message of a form whose session has ended: redirecting to sign in would lose typed text. */
export const SIGNED_OUT: FormError = {
  ok: false,
  message: SIGNED_OUT_MESSAGE,
  fields: {},
};

/** Domain errors without a pointer that still belong to one field. */
const FIELD_OF: Record<string, string> = { email_taken: 'email' };

/**
 * Parses the form with the noun's schema and calls the verb with it, as an operation does; returns errors as messages
 * for the form. Callers check first that the person is signed in.
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

// An unknown error may have happened after something was saved, for example when one verb follows another.
const FAILED = 'Something went wrong on our side. Check whether it was saved before you try again.';
const OUTCOME_UNKNOWN =
  'The database stopped responding, so it isn’t known whether this was saved. Check before you try again.';

/** A form has no idempotency key: a person has to check first what may have been saved. */
function messageOf({ extra, detail }: AppError): string {
  return extra.outcome === 'unknown' ? OUTCOME_UNKNOWN : detail;
}

/** A form's message for a rejection by the domain; null for other errors. */
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
