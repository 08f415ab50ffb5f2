import { describe, expect, test } from 'vitest';
import { ERROR_CODES, type ErrorCode, isErrorCode, isTemporary } from '#/lib/core/error-codes.ts';
import { AppError, notFound } from '#/lib/core/errors.ts';

const all = Object.entries(ERROR_CODES) as [ErrorCode, { status: number; text: string }][];

describe('every error code', () => {
  test.each(all)('%s has an error status, and a text in sentences', (code, { status, text }) => {
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(600);
    expect(text).toMatch(/^[A-Z].*\.$/);
    if (code.endsWith('_not_found')) expect(status).toBe(404);
    if (code.endsWith('_version_mismatch')) expect(status).toBe(412);
    if (code.endsWith('_throttled')) expect(status).toBe(429);
  });
});

test('an error that says to wait is temporary, so that no Idempotency-Key stores it', () => {
  const waiting = all.filter(([, { text, status }]) => status === 409 && /\bwait (?:for|until)\b/i.test(text));
  expect(waiting.map(([code]) => code)).toContain('too_many_exports');
  // Its request is a GET, which takes no key.
  const kept = waiting.filter(([code]) => !isTemporary(code) && code !== 'export_not_ready');
  expect(kept.map(([code]) => code)).toEqual([]);
});

test('an error has the status of its code, and its text unless it has its own', () => {
  expect(new AppError('already_member')).toMatchObject({
    status: 409,
    detail: 'This person is already a member of the workspace.',
    message: 'already_member: This person is already a member of the workspace.',
  });
  expect(new AppError('already_member', { detail: 'Ada is a member.' })).toMatchObject({ detail: 'Ada is a member.' });
});

test('a missing thing is named in the text', () => {
  expect(notFound('ticket_source')).toMatchObject({
    code: 'ticket_source_not_found',
    status: 404,
    detail: 'There is no such ticket source in this workspace. Check the id and the key you use.',
  });
});

test('a code of a later version, or none, is unknown to this version', () => {
  expect([isErrorCode('internal'), isErrorCode('from_later'), isErrorCode('toString'), isErrorCode(undefined)]).toEqual(
    [true, false, false, false],
  );
});
