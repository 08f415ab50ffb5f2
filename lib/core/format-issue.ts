import type { ZodError } from 'zod';

type Issue = ZodError['issues'][number];
type Bound = { origin: string; limit: number | bigint; isInclusive: boolean; is: 'most' | 'least' };

/** What zod says where a schema has no words of its own. */
const DEFAULT_WORDS = /^(?:Invalid input: expected|Invalid option:|Too big:|Too small:)/;
const NAMES: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  int: 'an integer',
  boolean: 'true or false',
  object: 'an object',
  array: 'an array',
};

/** What is wrong with a value, in words for a person, also where its schema has none of its own. */
export function formatIssue(issue: Issue): string {
  if (!DEFAULT_WORDS.test(issue.message)) return issue.message;
  switch (issue.code) {
    case 'invalid_type':
      if (issue.message.endsWith('received undefined')) return 'is required';
      return `must be ${NAMES[issue.expected] ?? issue.expected}`;
    case 'invalid_value':
      return `must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.map((value) => JSON.stringify(value)).join(', ')}`;
    case 'too_big':
      return formatBound({ ...issue, limit: issue.maximum, isInclusive: issue.inclusive ?? true, is: 'most' });
    case 'too_small':
      return formatBound({ ...issue, limit: issue.minimum, isInclusive: issue.inclusive ?? true, is: 'least' });
    default:
      return issue.message;
  }
}

function formatBound({ origin, limit, isInclusive, is }: Bound): string {
  if (origin === 'string') return `Use at ${is} ${limit} characters.`;
  if (origin === 'array') return `must have at ${is} ${limit} item${limit === 1 ? '' : 's'}`;
  if (isInclusive) return `must be at ${is} ${limit}`;
  return `must be ${is === 'most' ? 'less' : 'more'} than ${limit}`;
}
