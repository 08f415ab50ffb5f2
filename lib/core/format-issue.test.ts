import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { formatIssue } from '#/lib/core/format-issue.ts';

const problemsOf = (schema: z.ZodType, input: unknown) => schema.safeParse(input).error?.issues.map(formatIssue);

describe('a problem that its schema has no words for', () => {
  test.each([
    ['what is missing', z.strictObject({ url: z.string() }), {}, 'is required'],
    ['a number for a text', z.string(), 7, 'must be a string'],
    ['a text for an object', z.object({}), 'x', 'must be an object'],
    ['an object for a list', z.array(z.string()), {}, 'must be an array'],
    ['a fraction', z.int(), 1.5, 'must be an integer'],
    ['an unknown option', z.enum(['asc', 'desc']), 'due_at', 'must be one of "asc", "desc"'],
    ['another value', z.literal(true), false, 'must be true'],
    ['a number that is too large', z.number().max(100), 101, 'must be at most 100'],
    ['a number at a limit that it may not reach', z.number().lt(100), 100, 'must be less than 100'],
    ['a number that is too small', z.number().min(1), 0, 'must be at least 1'],
    ['a number that has to be more', z.number().positive(), 0, 'must be more than 0'],
    ['a text that is too long', z.string().max(3), 'long', 'Use at most 3 characters.'],
    ['a text that is too short', z.string().min(3), 'ab', 'Use at least 3 characters.'],
    ['a list that is too long', z.array(z.string()).max(1), ['a', 'b'], 'must have at most 1 item'],
    ['a list that is too short', z.array(z.string()).min(2), ['a'], 'must have at least 2 items'],
  ])('says what is wanted: %s', (_what, schema, input, words) => {
    expect(problemsOf(schema, input)).toEqual([words]);
  });

  test('keeps the words that a schema has', () => {
    expect(problemsOf(z.string('must be a name'), 7)).toEqual(['must be a name']);
    expect(problemsOf(z.number().max(5, 'is more than five'), 7)).toEqual(['is more than five']);
  });
});
