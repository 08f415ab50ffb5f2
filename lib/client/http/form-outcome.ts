import type { z } from 'zod';
import { formatIssue } from '#/lib/core/format-issue.ts';

/** The result of a form's action: done, or the errors, for the whole form and for fields by name. */
export type FormOutcome<T = undefined> = { ok: true; value: T } | FormError;
export type FormError = { ok: false; message: string | null; fields: Record<string, string> };

/** Errors in typed input, for the form and by field. Errors without a message in the schema get one of ours. */
export function formErrorOfIssues(error: z.ZodError): FormError {
  const fields: Record<string, string> = {};
  for (const issue of error.issues) {
    const name = String(issue.path[0] ?? '');
    fields[name] ??= sentenceOf(formatIssue(issue));
  }
  const { '': message = null, ...named } = fields;
  return { ok: false, message, fields: named };
}

/** The API's message after the name of a field, for display at the field. */
function sentenceOf(text: string): string {
  const isSentence = /[.!?]$/.test(text);
  return isSentence ? text : `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
