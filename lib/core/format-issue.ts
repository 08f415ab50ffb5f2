import type { ZodError } from 'zod';

type Issue = ZodError['issues'][number];
type Format = Extract<Issue, { code: 'invalid_format' }>;
type Bound = { origin: string; limit: number | bigint; isInclusive: boolean; is: 'at most' | 'at least' | 'exactly' };

/** zod's default message for a schema without its own. Only this one merely calls a format invalid. */
const DEFAULT_WORDS =
  /^(?:Invalid input|Invalid option:|Invalid string:|Invalid number:|Invalid discriminator value\.|Invalid (?:key|value) in \w+$|Too big:|Too small:|Unrecognized keys?:)/;
const DEFAULT_FORMAT_WORDS = /^Invalid \S/;
const NAMES: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  int: 'an integer',
  boolean: 'true or false',
  object: 'an object',
  record: 'an object',
  array: 'an array',
  tuple: 'an array',
};
const FORMATS: Record<string, string> = {
  uuid: 'an id',
  email: 'an email address',
  url: 'a URL',
  date: 'a date',
  datetime: 'an instant',
  json_string: 'JSON',
};

/** What is wrong with a value, as a message for a person, even if its schema has none of its own. */
export function formatIssue(issue: Issue): string {
  if (!isDefault(issue)) return issue.message;
  switch (issue.code) {
    case 'invalid_type':
      if (issue.message.endsWith('received undefined')) return 'is required';
      return `must be ${NAMES[issue.expected] ?? issue.expected}`;
    case 'invalid_value':
      return mustBe(issue.values);
    case 'invalid_format':
      return formatWanted(issue);
    case 'too_big':
      return formatBound({ ...boundOf(issue, 'at most'), limit: issue.maximum });
    case 'too_small':
      return formatBound({ ...boundOf(issue, 'at least'), limit: issue.minimum });
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    case 'unrecognized_keys':
      return `has unknown fields: ${issue.keys.map((key) => JSON.stringify(key)).join(', ')}`;
    case 'invalid_key':
      return 'is not an allowed name';
    case 'invalid_union':
      return formatUnion(issue);
    default:
      return 'is not valid';
  }
}

function isDefault({ code, message }: Issue): boolean {
  return DEFAULT_WORDS.test(message) || (code === 'invalid_format' && DEFAULT_FORMAT_WORDS.test(message));
}

function mustBe(values: readonly unknown[]): string {
  return `must be ${values.length > 1 ? 'one of ' : ''}${values.map((value) => JSON.stringify(value)).join(', ')}`;
}

function formatWanted(issue: Format): string {
  const { prefix, suffix, includes } = issue as { prefix?: string; suffix?: string; includes?: string };
  if (prefix !== undefined) return `must begin with ${JSON.stringify(prefix)}`;
  if (suffix !== undefined) return `must end with ${JSON.stringify(suffix)}`;
  if (includes !== undefined) return `must contain ${JSON.stringify(includes)}`;
  if (issue.format === 'regex') return `must match ${issue.pattern}`;
  return `must be ${FORMATS[issue.format] ?? `a valid ${issue.format}`}`;
}

/** What each form expects; if only one form has the value's type, what is wrong inside it. */
function formatUnion(issue: Extract<Issue, { code: 'invalid_union' }>): string {
  if ('options' in issue && issue.options?.length) return mustBe(issue.options);
  const problems = issue.errors.flatMap(([first]) => first ?? []);
  const inside = problems.filter(({ path }) => path.length > 0);
  const [only] = inside;
  if (only && inside.length === 1) return `${only.path.join('.')} ${formatIssue(only)}`;
  if (only || problems.length === 0) return 'matches none of the allowed forms';
  return [...new Set(problems.map(formatIssue))].join(', or ');
}

type Sized = Extract<Issue, { code: 'too_big' | 'too_small' }>;

function boundOf({ origin, inclusive = true, exact }: Sized, is: Bound['is']): Omit<Bound, 'limit'> {
  return { origin, isInclusive: inclusive, is: exact ? 'exactly' : is };
}

function formatBound({ origin, limit, isInclusive, is }: Bound): string {
  const plural = Number(limit) === 1 ? '' : 's';
  if (origin === 'string') return `Use ${is} ${limit} character${plural}.`;
  if (origin === 'array') return `must have ${is} ${limit} item${plural}`;
  if (isInclusive) return `must be ${is} ${limit}`;
  return `must be ${is === 'at most' ? 'less' : 'more'} than ${limit}`;
}
