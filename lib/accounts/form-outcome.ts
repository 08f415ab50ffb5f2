import type { z } from 'zod';
import { type AppError, isAppError } from '#/lib/core/errors.ts';

/** What a form's action returns: done, or what is wrong, for the whole form and for fields by their name. */
export type FormOutcome<T = undefined> = { ok: true; value: T } | FormError;
export type FormError = { ok: false; message: string | null; fields: Record<string, string> };

/** Domain errors without a pointer that belong to one field all the same. */
const FIELD_OF: Record<string, string> = { email_taken: 'email' };

export function formErrorOfIssues(error: z.ZodError): FormError {
  const fields: Record<string, string> = {};
  for (const issue of error.issues) {
    const name = String(issue.path[0] ?? '');
    fields[name] ??= issue.message;
  }
  const { '': message = null, ...named } = fields;
  return { ok: false, message, fields: named };
}

/** Words for a form from a refusal of the domain; null for errors that are none. */
export function formErrorOf(error: unknown): FormError | null {
  if (!isAppError(error)) return null;
  const fields = Object.fromEntries(error.fields.map(({ pointer, detail }) => [pointer.split('/')[1] ?? '', detail]));
  const field = FIELD_OF[error.code];
  if (field) fields[field] = error.detail;
  return { ok: false, message: messageBeside(fields, error), fields };
}

function messageBeside(fields: Record<string, string>, error: AppError): string | null {
  return Object.keys(fields).length > 0 ? null : error.detail;
}
