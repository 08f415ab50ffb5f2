import { keyboardDay } from '#/e2e/keyboard-day.ts';
import { test } from '#/e2e/support.ts';

test.use({ viewport: { width: 390, height: 844 } });

test('a whole day without a pointer on a screen of 390 px', async ({ page, context, baseURL }) => {
  await keyboardDay({ page, context, baseURL });
});
