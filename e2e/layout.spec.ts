import type { Locator } from '@playwright/test';
import { dateAgo, editor, jonasWith, openCorrections } from '#/e2e/corrections.ts';
import { endAtCap } from '#/e2e/forgotten.ts';
import { callApi, expect, openDialog, openToday, test } from '#/e2e/support.ts';

const DESK = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
/** The tab bar of a phone. */
const BAR_PX = 56;
/** Of one word, as URLs are. */
const LONG_TITLE = 'https://tracker.example.com/browse/'.padEnd(180, 'abcdefgh');

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox();
  if (!box) throw new Error(`${locator} is not to be seen.`);
  return { ...box, middle: box.y + box.height / 2, right: box.x + box.width, bottom: box.y + box.height };
}

test('a title of one long word stays within the dialog of timers to review, and so do the buttons next to it', {
  tag: '@prove',
}, async ({ page, device }) => {
  await endAtCap(page, device, LONG_TITLE, 2);
  await openToday(page);
  for (const size of [DESK, PHONE]) {
    await page.setViewportSize(size);
    const dialog = await openDialog(page, 'Review…');
    await expect(dialog.getByRole('button', { name: 'Edit times…' })).toBeVisible();
    expect(await dialog.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
    const { right } = await boxOf(dialog);
    for (const part of [...(await dialog.getByRole('listitem').all()), ...(await dialog.getByRole('button').all())])
      expect((await boxOf(part)).right).toBeLessThanOrEqual(right);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(dialog).toHaveCount(0);
  }
});

test('on a phone the buttons of a span are on the line of its number', { tag: '@prove' }, async ({
  page,
  context,
  browser,
  person,
}) => {
  expect(person.name).toBeTruthy();
  const day = dateAgo(2);
  const { timers } = await jonasWith(context, browser, [['OPS-81', `${day}T08:00:00Z`, `${day}T09:00:00Z`, 'Lease']]);
  await page.setViewportSize(PHONE);
  await openCorrections(page, timers[0]);
  const number = await boxOf(editor(page).getByRole('rowheader', { name: /^Span 1/ }));
  const split = await boxOf(editor(page).getByRole('button', { name: 'Split span 1' }));
  expect(Math.abs(split.middle - number.middle)).toBeLessThanOrEqual(2);
  expect(split.x).toBeGreaterThan(number.x);
});

test('on a phone the button that checks a file to import is visible at once', { tag: '@prove' }, async ({
  page,
  person,
}) => {
  expect(person.name).toBeTruthy();
  await page.setViewportSize(PHONE);
  await page.goto('/import');
  await page.getByLabel('CSV file').setInputFiles('test/imports/clockify.csv');
  const check = page.getByRole('button', { name: 'Check the file' });
  await expect(check).toBeVisible();
  expect((await boxOf(check)).bottom).toBeLessThanOrEqual(PHONE.height - BAR_PX);
});

test('the bar above a report of chosen days takes one line on a desktop', { tag: '@prove' }, async ({
  page,
  context,
  person,
}) => {
  expect(person.name).toBeTruthy();
  const spans = [{ started_at: '2026-03-04T08:30:00Z', ended_at: '2026-03-04T09:30:00Z' }];
  await callApi(context, 'post', '/timers', { title: 'Call with Jonas', spans });
  await page.setViewportSize(DESK);
  await page.goto('/reports?range=custom&from=2026-03-01&to=2026-03-31');
  await expect(page.getByRole('button', { name: 'Share' })).toBeVisible();
  const period = await boxOf(page.getByRole('combobox', { name: 'Period' }));
  for (const name of ['Save', 'Share', 'Export'])
    expect((await boxOf(page.getByRole('button', { name, exact: true }))).y).toBe(period.y);
});
