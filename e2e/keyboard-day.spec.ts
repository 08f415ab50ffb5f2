import { keyboardDay } from '#/e2e/keyboard-day.ts';
import { test } from '#/e2e/support.ts';

test('a whole day without a pointer: from signing in to signing out', { tag: '@prove' }, async ({
  page,
  context,
  baseURL,
}) => {
  await keyboardDay({ page, context, baseURL });
});
