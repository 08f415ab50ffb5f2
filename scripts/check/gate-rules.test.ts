import { expect, test } from 'vitest';
import { violationsIn } from '#/scripts/check/gate-rules.ts';

const found = (...lines: string[]) =>
  violationsIn('lib/a.test.ts', lines.join('\n')).map(({ line, what }) => [line, what]);

test.each([
  ['vi.waitFor', '  await vi.waitFor(() => expect(heard).toBe(1));', 'vi.waitFor gives up after a second'],
  ['a sleep', '  await page.waitForTimeout(500);', 'a fixed sleep'],
  [
    'a measured duration',
    '  expect(performance.now() - began).toBeLessThan(200);',
    'an assertion on how long something took',
  ],
  ['a duration by its name', '  expect(tookMs).toBeLessThan(200);', 'an assertion on how long something took'],
  ['a short delay', '  await expect(row).toBeVisible({ timeout: 5_000 });', 'a wait of 5000 ms'],
  ['a short delay stored as a constant', 'const SOON = { timeout: 2_000 };', 'a wait of 2000 ms'],
])('%s in a test of the gate is a violation', (_, line, what) => {
  expect(found('', line)).toEqual([[2, what]]);
});

test('a violation includes what to do instead', () => {
  const [violation] = violationsIn('e2e/a.spec.ts', 'await page.waitForTimeout(1);');
  expect(violation?.instead).toContain('toPass()');
});

test.each([
  ['a limit of half a minute', 'const PATIENCE = { timeout: 30_000 };'],
  ['instants set by hand', '  expect(delivery.sentAtMs).toBeLessThan(1_010);'],
  ['sizes', '  expect(sent.length).toBeLessThan(100);'],
])('%s is not a violation', (_, line) => {
  expect(found(line)).toEqual([]);
});

test('the limit of one attempt within a longer wait is allowed, and one after it is a violation', () => {
  expect(
    found(
      '  await expect(async () => {',
      '    await button.click({ timeout: 1_000 });',
      '  }).toPass();',
      '  await expect(row).toBeVisible({ timeout: 1_000 });',
    ),
  ).toEqual([[4, 'a wait of 1000 ms']]);
});
