import type { z } from 'zod';
import { formatIssue } from '#/lib/core/format-issue.ts';

/** What a form's action returns: done, or what is wrong, for the whole form and for fields by their name. */
export type FormOutcome<T = undefined> = { ok: true; value: T } | FormError;
export type FormError = { ok: false; message: string | null; fields: Record<string, string> };

/** What is wrong with what was typed, for the form and by field. Whatever a schema has no words for is said in ours. */
export function formErrorOfIssues(error: z.ZodError): FormError {
  const fields: Record<string, string> = {};
  for (const issue of error.issues) {
    const name = String(issue.path[0] ?? '');
    fields[name] ??= sentenceOf(formatIssue(issue));
  }
  const { '': message = null, ...named } = fields;
  return { ok: false, message, fields: named };
}

/** What the API says after the name of a field, beside the field. */
function sentenceOf(words: string): string {
  const isSentence = /[.!?]$/.test(words);
  return isSentence ? words : `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}
