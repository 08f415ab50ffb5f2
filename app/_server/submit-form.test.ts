import { expect, test } from 'vitest';
import { z } from 'zod';
import { submitForm } from '#/app/_server/submit-form.ts';
import { AppError } from '#/lib/core/errors.ts';

const failing = (error: unknown) => submitForm(z.object({}), {}, () => Promise.reject(error));
const lost = Object.assign(new Error('Connection terminated unexpectedly'), { code: 'P1017' });
const away = new Error('connect ECONNREFUSED 127.0.0.1:5432');

test.each([
  ['a commit without a response', lost, /isn’t known whether this was saved\. Check before you try again/],
  ['an unreachable database', away, /isn’t responding.*try again in a moment/],
  ['an internal error', new TypeError('x is undefined'), /Check whether it was saved before you try again/],
])('%s: the form shows the known reason', async (_what, error, words) => {
  const outcome = await failing(error);
  expect(outcome).toMatchObject({ ok: false, fields: {} });
  expect(outcome.ok || outcome.message).toMatch(words);
});

test('a rejection is shown at its field', async () => {
  const fields = [{ pointer: '/name', detail: 'Use another name.' }];
  const outcome = await failing(new AppError('input_invalid', { fields }));
  expect(outcome).toEqual({ ok: false, message: null, fields: { name: 'Use another name.' } });
});
