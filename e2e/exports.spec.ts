import { readFile } from 'node:fs/promises';
import ICAL from 'ical.js';
import readXlsxFile from 'read-excel-file/node';
import { callApi, expect, expectNoBarriers, openToday, test } from '#/e2e/support.ts';

test('time is exported from the palette, a long file is listed with its progress, and a calendar reads it at a secret URL', async ({
  page,
  context,
  person,
  playwright,
}) => {
  expect(person.timeZone).toBe('Europe/Stockholm');
  const now = Date.now();
  const at = (minutes: number) => new Date(now - minutes * 60_000).toISOString();
  const spans = [{ started_at: at(90), ended_at: at(30) }];
  await callApi(context, 'post', '/timers', { title: 'Review', spans });

  await openToday(page);
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog');
  await palette.getByRole('combobox').fill('export time');
  await palette.getByRole('option', { name: 'Export time', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Export time' });
  await dialog.getByLabel('Format').selectOption('Excel workbook');
  await dialog.getByLabel('From').fill(at(2 * 24 * 60).slice(0, 10));
  await dialog.getByLabel('Rounding').selectOption('Up');
  await expectNoBarriers(page, 'the export dialog', 'dialog');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Export', exact: true }).click(),
  ]);
  await expect(dialog).toBeHidden();
  expect(download.suggestedFilename()).toMatch(/^time-.*\.xlsx$/);
  const [sheet] = await readXlsxFile(await readFile(await download.path()));
  const [head = [], ...rows] = sheet?.data ?? [];
  const sum = (column: string) => rows.reduce((total, row) => total + Number(row[head.indexOf(column)]), 0);
  expect([sum('exact_ms'), sum('rounded_ms'), rows[0]?.[head.indexOf('title')]]).toEqual([
    3_600_000,
    3_600_000,
    'Review',
  ]);

  // An export that is too long to be sent at once goes to a worker.
  const requested = { from: at(2 * 24 * 60).slice(0, 10), to: at(0).slice(0, 10), format: 'jsonl' };
  await callApi(context, 'post', '/reports/exports', requested);
  await page.goto('/settings#exports');
  const exports = page.getByRole('region', { name: 'Exports' });
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    exports.getByRole('link', { name: 'Download' }).click(),
  ]);
  const [line = ''] = (await readFile(await file.path(), 'utf8')).split('\n');
  expect(JSON.parse(line)).toMatchObject({ title: 'Review' });

  await exports.getByRole('button', { name: 'Create address' }).click();
  const address = page.getByRole('dialog', { name: 'Your calendar address' });
  const url = (await address.locator('code').textContent()) ?? '';
  await address.getByRole('button', { name: 'Copy' }).click();
  await address.getByRole('button', { name: 'Done' }).click();
  const calendar = await playwright.request.newContext();
  const path = new URL(url).pathname;
  const read = () => calendar.get(new URL(path, page.url()).href);
  const [event] = new ICAL.Component(ICAL.parse(await (await read()).text())).getAllSubcomponents('vevent');
  expect(event?.getFirstPropertyValue('summary')).toBe('Review');
  await exports.getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke address' }).click();
  await expect(exports.getByRole('button', { name: 'Create address' })).toBeVisible();
  expect((await read()).status()).toBe(404);
  await calendar.dispose();
});
