import { expect, test } from '@playwright/test';
import { contentsOf } from '#/components/reference/contents.ts';
import { openSection, operation, watch } from '#/e2e/reference.ts';

test('the reference shows every operation of the document, only from our own server', async ({
  page,
  baseURL,
  request,
}) => {
  const expectQuiet = watch(page, baseURL);
  await page.goto('/docs');
  const sections = contentsOf(await (await request.get('/api/v1/openapi.json')).json());
  expect(sections.length).toBeGreaterThan(20);
  for (const { name, entries } of sections) {
    await openSection(page, name);
    for (const entry of entries) await expect(operation(page, entry.name).first()).toBeAttached();
  }
  expectQuiet();
});
