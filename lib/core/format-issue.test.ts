import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { formatIssue } from '#/lib/core/format-issue.ts';

const problemsOf = (schema: z.ZodType, input: unknown) => schema.safeParse(input).error?.issues.map(formatIssue);

describe('a problem for which its schema has no message', () => {
  test.each([
    ['a missing one', z.strictObject({ url: z.string() }), {}, 'is required'],
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
    ['a text that is empty', z.string().min(1), '', 'Use at least 1 character.'],
    ['a text of another length', z.string().length(3), 'ab', 'Use exactly 3 characters.'],
    ['a list that is too long', z.array(z.string()).max(1), ['a', 'b'], 'must have at most 1 item'],
    ['a list that is too short', z.array(z.string()).min(2), ['a'], 'must have at least 2 items'],
    ['a list of another length', z.array(z.string()).length(1), [], 'must have exactly 1 item'],
    ['a text for a record', z.record(z.string(), z.string()), 'x', 'must be an object'],
    ['a text for a tuple', z.tuple([z.string()]), 'x', 'must be an array'],
    ['an invalid id', z.uuid(), 'x', 'must be an id'],
    ['an invalid email address', z.email(), 'x', 'must be an email address'],
    ['an invalid URL', z.url(), 'x', 'must be a URL'],
    ['an invalid network address', z.ipv4(), 'x', 'must be a valid ipv4'],
    ['a text with another beginning', z.string().startsWith('a:'), 'x', 'must begin with "a:"'],
    ['a text with another end', z.string().endsWith('.csv'), 'x', 'must end with ".csv"'],
    ['a text without a part', z.string().includes('@'), 'x', 'must contain "@"'],
    ['a text in another format', z.string().regex(/^\d$/), 'x', 'must match /^\\d$/'],
    ['a number between steps', z.number().multipleOf(5), 7, 'must be a multiple of 5'],
    ['an unknown field', z.strictObject({}), { a: 1, b: 2 }, 'has unknown fields: "a", "b"'],
    ['a key', z.record(z.string().min(2), z.int()), { a: 1 }, 'is not an allowed name'],
    ['a value that a check rejects', z.int().refine((value) => value > 7), 7, 'is not valid'],
    [
      'what is neither',
      z.union([z.uuid(), z.string().startsWith('a:')]),
      'x',
      'must be an id, or must begin with "a:"',
    ],
    ['nor for something missing', z.object({ a: z.union([z.string(), z.int()]) }), {}, 'is required'],
    ['a part of one form', z.union([z.string(), z.object({ a: z.int() })]), { a: 1.5 }, 'a must be an integer'],
    [
      'parts of several forms',
      z.union([z.object({ a: z.int() }), z.object({ b: z.int() })]),
      {},
      'matches none of the allowed forms',
    ],
    [
      'an unknown kind',
      z.discriminatedUnion('kind', [z.object({ kind: z.literal('a') }), z.object({ kind: z.literal('b') })]),
      { kind: 'c' },
      'must be one of "a", "b"',
    ],
  ])('says what is expected: %s', (_what, schema, input, words) => {
    expect(problemsOf(schema, input)).toEqual([words]);
  });

  test('keeps the message of a schema', () => {
    expect(problemsOf(z.string('must be a name'), 7)).toEqual(['must be a name']);
    expect(problemsOf(z.number().max(5, 'is more than five'), 7)).toEqual(['is more than five']);
    expect(problemsOf(z.uuid('Paste the id.'), 'x')).toEqual(['Paste the id.']);
    expect(problemsOf(z.union([z.string(), z.int()], 'needs a name or a number'), true)).toEqual([
      'needs a name or a number',
    ]);
  });
});
