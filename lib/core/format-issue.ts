import type { ZodError } from 'zod';

/** What is wrong with a value, in words for a person, also where its schema has none of its own. */
export function formatIssue(issue: ZodError['issues'][number]): string {
  const isLongText = issue.code === 'too_big' && issue.origin === 'string' && issue.message.startsWith('Too big:');
  return isLongText ? `Use at most ${issue.maximum} characters.` : issue.message;
}
