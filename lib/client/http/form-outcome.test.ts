import { expect, test } from 'vitest';
import { z } from 'zod';
import { formErrorOfIssues } from '#/lib/client/http/form-outcome.ts';

const schema = z
  .strictObject({
    description: z.string().max(3),
    name: z.string().min(1, 'Give it a name.'),
    days: z.number().max(31),
  })
  .refine(({ name }) => name !== 'taken', 'Use another name.');

const wrong = (input: unknown) => {
  const { error } = schema.safeParse(input);
  return error && formErrorOfIssues(error);
};

test('a field shows its schema’s message, or one of ours', () => {
  expect(wrong({ description: 'long', name: '', days: 32 })).toEqual({
    ok: false,
    message: null,
    fields: { description: 'Use at most 3 characters.', name: 'Give it a name.', days: 'Must be at most 31.' },
  });
});

test('an error of several fields together is shown for the form', () => {
  expect(wrong({ description: '', name: 'taken', days: 1 })).toMatchObject({
    message: 'Use another name.',
    fields: {},
  });
});
