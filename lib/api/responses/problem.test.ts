import { expect, test } from 'vitest';
import { problemMembers } from '#/lib/api/responses/problem.ts';
import type { ErrorCode } from '#/lib/core/error-codes.ts';
import { AppError } from '#/lib/core/errors.ts';

test.each<[ErrorCode, string]>([
  ['json_malformed', 'JSON malformed'],
  ['api_key_invalid', 'API key invalid'],
  ['too_many_api_keys', 'Too many API keys'],
  ['external_id_taken', 'External ID taken'],
  ['timer_already_running', 'Timer already running'],
])('the title of %s is in sentence case: %s', (code, title) => {
  expect(problemMembers(new AppError(code, { detail: '' })).title).toBe(title);
});
