import type { z } from 'zod';

/** What a form's action returns: done, or what is wrong, for the whole form and for fields by their name. */
export type FormOutcome<T = undefined> = { ok: true; value: T } | FormError;
export type FormError = { ok: false; message: string | null; fields: Record<string, string> };

export function formErrorOfIssues(error: z.ZodError): FormError {
  const fields: Record<string, string> = {};
  for (const issue of error.issues) {
    const name = String(issue.path[0] ?? '');
    fields[name] ??= issue.message;
  }
  const { '': message = null, ...named } = fields;
  return { ok: false, message, fields: named };
}
